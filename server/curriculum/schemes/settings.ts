import type { GradesBody, SchemeSettings, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { SCALE_KINDS } from '#domain/curriculum/grade-scale.ts'
import { audit } from '#server/platform/audit.ts'
import { recalculateIfChanged } from './recalculate-if-changed.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { wordsOf } from '#server/platform/http/schemas.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { gradeLabels } from './grade-labels.ts'
import { readLabelSets } from '#server/curriculum/label-sets/label-sets.ts'
import { compileTree, type LockedScheme } from './save-edits.ts'
import { writeGrades } from './write-settings.ts'
import type { Trees } from './trees.ts'

type SectionRow = SchemeSettings['sections'][number]
type GradeRow = SchemeSettings['grades'][number]

async function readSectionRows(tx: Tx, schemeId: string): Promise<SectionRow[]> {
  const { rows } = await tx.query<SectionRow>(
    `SELECT s.id, s.name, s.type, s.visibility, (SELECT count(*)::int FROM scheme_nodes n, jsonb_array_elements(n.content) c
       WHERE n.scheme_id = s.scheme_id AND n.deleted_at IS NULL AND (c ->> 'of')::int = s.id) AS used
     FROM scheme_sections s WHERE s.scheme_id = $1 ORDER BY s.ordering, s.id`,
    [schemeId],
  )
  return rows
}

async function readGradeRows(tx: Tx, schemeId: string): Promise<GradeRow[]> {
  const { rows } = await tx.query<GradeRow>(
    `SELECT k.grade, coalesce(CASE WHEN k.grade = 1 THEN 1 END, g.pass, 0) AS pass, g.labels,
       (SELECT count(*)::int FROM scheme_nodes n WHERE n.scheme_id = $1 AND n.grade = k.grade AND n.deleted_at IS NULL) AS used
     FROM generate_series(1, 8) AS k (grade) LEFT JOIN scheme_grades g ON g.scheme_id = $1 AND g.grade = k.grade
     ORDER BY k.grade`,
    [schemeId],
  )
  return rows
}

/** The rows without the numbers of nodes that use them, which are not part of the settings' revision. */
const withoutUse = (rows: readonly { used: number }[]) => rows.map(({ used: _, ...row }) => row)

/** Reads the sections and grade scales of a scheme, with the number of nodes that use each. */
export async function readSettings(
  tx: Tx,
  scheme: { id: string; slug: string; name: Record<string, string>; languages: string[] },
): Promise<SchemeSettings> {
  const { id, slug, name, languages } = scheme
  const [sections, grades] = [await readSectionRows(tx, id), await readGradeRows(tx, id)]
  return {
    slug,
    name,
    languages,
    sections,
    sections_revision: revisionOf(withoutUse(sections)),
    grades,
    grades_revision: revisionOf(withoutUse(grades)),
    usual: Object.fromEntries(
      languages.map((locale) => [wordsOf(locale), SCALE_KINDS.map((kind) => gradeLabels(kind, wordsOf(locale)))]),
    ),
    label_sets: await readLabelSets(tx),
  }
}

/** Who makes a change, and when. */
interface Actor {
  by: string
  nowMs: number
}

/** Increments the scheme's revision, because readers' documents contain the settings. */
async function nextRevision(tx: Tx, schemeId: string): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    'UPDATE schemes SET revision = revision + 1 WHERE id = $1 RETURNING revision',
    [schemeId],
  )
  return rows[0]?.revision ?? 0
}

/**
 * Replaces the sections of a scheme; returns its new revision. A section in use may not be removed or change its type.
 */
export async function saveSections(
  tx: Tx,
  clientId: string,
  scheme: LockedScheme,
  { sections }: SectionsBody,
  ifMatch: string,
  { by }: Actor,
): Promise<number> {
  const before = await readSectionRows(tx, scheme.id)
  matchRevision(ifMatch, revisionOf(withoutUse(before)))
  for (const [index, { id }] of sections.entries())
    if (
      id !== undefined &&
      (!before.some((row) => row.id === id) || sections.findIndex((section) => section.id === id) !== index)
    )
      throw new Refusal('INVALID_REQUEST', { field: `sections/${index}/id`, detail: 'unknown or named twice' })
  const broken = before.find(
    (row) => row.used > 0 && sections.every((section) => section.id !== row.id || section.type !== row.type),
  )
  if (broken) throw new Refusal('SECTION_IN_USE', { field: String(broken.id) })
  // ids are never reused, because content that was made from a deleted section must not belong to a new one
  const { rows } = await tx.query<{ last: number }>(
    `SELECT greatest((SELECT max(id) FROM scheme_sections WHERE scheme_id = $1),
       (SELECT max((c ->> 'of')::int) FROM scheme_nodes n, jsonb_array_elements(n.content) c WHERE n.scheme_id = $1), 0) AS last`,
    [scheme.id],
  )
  let last = rows[0]?.last ?? 0
  const after = sections.map((section, index) => ({ ...section, id: section.id ?? ++last, ordering: index + 1 }))
  await tx.query('DELETE FROM scheme_sections WHERE scheme_id = $1', [scheme.id])
  await tx.query(
    `INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, ordering, visibility)
     SELECT $1, $2, s.id, s.name, s.type, s.ordering, s.visibility
     FROM jsonb_to_recordset($3::jsonb) AS s (id int, name jsonb, type text, ordering int, visibility text)`,
    [clientId, scheme.id, JSON.stringify(after)],
  )
  const entry = { userId: by, action: 'set-sections', entity: 'scheme', entityId: scheme.id }
  await audit(tx, clientId, { ...entry, before: { sections: withoutUse(before) }, after: { sections: after } })
  return nextRevision(tx, scheme.id)
}

/**
 * Replaces the grade scales and queues a recalculation if that changes the rules of progress; returns the scheme's new
 * revision.
 */
export async function saveGrades(
  tx: Tx,
  clientId: string,
  trees: Trees,
  scheme: LockedScheme,
  body: GradesBody,
  ifMatch: string,
  { by, nowMs }: Actor,
): Promise<number> {
  const before = await readGradeRows(tx, scheme.id)
  matchRevision(ifMatch, revisionOf(withoutUse(before)))
  const { grades } = body
  await writeGrades(tx, { clientId, schemeId: scheme.id }, { before, grades, nowMs })
  const revision = await nextRevision(tx, scheme.id)
  const entry = { userId: by, action: 'set-grades', entity: 'scheme', entityId: scheme.id }
  await audit(tx, clientId, { ...entry, before: { grades: withoutUse(before) }, after: { grades } })
  const { tree } = await trees.live(tx, clientId, scheme.id)
  await recalculateIfChanged(tx, clientId, compileTree(tree, grades), { schemeId: scheme.id, nowMs, by })
  return revision
}
