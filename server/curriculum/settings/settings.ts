import { SchemeSettings, type GradesBody, type SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { SCALE_KINDS } from '#domain/curriculum/grade-scale.ts'
import { audit } from '#server/platform/audit.ts'
import { recalculateIfChanged } from '../schemes/recalculate-if-changed.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision, revisionOf } from '#server/platform/http/revision.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { execute, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { gradeLabels } from './grade-labels.ts'
import { readLabelSets } from '#server/curriculum/label-sets/label-sets.ts'
import { lastInEdits } from '../schemes/last-in-edits.ts'
import { nextRevision } from '../schemes/next-revision.ts'
import { compileTree, type LockedScheme } from '../schemes/save-edits.ts'
import { writeGrades } from './write-settings.ts'
import type { Trees } from '../schemes/trees.ts'

type SectionRow = SchemeSettings['sections'][number]
type GradeRow = SchemeSettings['grades'][number]

const LIST_SECTIONS = tenantStatement(
  'curriculum/list-sections-with-uses',
  `SELECT json_build_object('id', section.id, 'name', section.name, 'type', section.type,
     'visibility', section.visibility, 'used',
     (SELECT count(*) FROM scheme_nodes node, jsonb_array_elements(node.content) node_section
      WHERE node.client_id = section.client_id AND node.scheme_id = section.scheme_id AND node.deleted_at IS NULL
        AND (node_section ->> 'of')::int = section.id)) AS section
   FROM scheme_sections section WHERE section.client_id = $1 AND section.scheme_id = $2
   ORDER BY section.ordering, section.id`,
  { json: { section: SchemeSettings.properties.sections.items } },
)

/** The sections in their order, each with the number of sections in nodes that are made from it (`used`). */
async function readSectionRows(tx: Tx, schemeId: string): Promise<SectionRow[]> {
  const rows = await queryRows(tx, LIST_SECTIONS, [schemeId])
  return rows.map(({ section }) => section)
}

const LIST_GRADES = tenantStatement(
  'curriculum/list-grades-with-uses',
  // kind 1 always passes at 1; a kind without a scale has the pass grade 0
  `SELECT json_build_object('grade', kind.grade,
     'pass', coalesce(CASE WHEN kind.grade = 1 THEN 1 END, scale.pass, 0), 'labels', scale.labels, 'used',
     (SELECT count(*) FROM scheme_nodes node WHERE node.client_id = $1 AND node.scheme_id = $2
        AND node.grade = kind.grade AND node.deleted_at IS NULL)) AS scale
   FROM generate_series(1, 8) AS kind (grade)
   LEFT JOIN scheme_grades scale ON scale.client_id = $1 AND scale.scheme_id = $2 AND scale.grade = kind.grade
   ORDER BY kind.grade`,
  { json: { scale: SchemeSettings.properties.grades.items } },
)

/** The scales of the grade kinds 1 to 8, each with the number of nodes that are graded by it (`used`). */
async function readGradeRows(tx: Tx, schemeId: string): Promise<GradeRow[]> {
  const rows = await queryRows(tx, LIST_GRADES, [schemeId])
  return rows.map(({ scale }) => scale)
}

/** The rows without `used`, which is not part of the settings' revision. */
const withoutUse = (rows: readonly { used: number }[]) => rows.map(({ used: _, ...row }) => row)

/** Reads the sections and grade scales of a scheme, with how often each is used. */
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
    // the standard labels of each kind, by language
    usual: Object.fromEntries(
      languages.map((locale) => [languageOf(locale), SCALE_KINDS.map((kind) => gradeLabels(kind, languageOf(locale)))]),
    ),
    label_sets: await readLabelSets(tx),
  }
}

/** Who makes a change, and when. */
interface Actor {
  by: string
  nowMs: number
}

/**
 * The highest id of a section. Ids are never reused, because content that was made from a deleted section must not
 * belong to a new one.
 */
const LAST_SECTION = tenantStatement(
  'curriculum/read-last-section',
  `SELECT coalesce(greatest((SELECT max(id) FROM scheme_sections WHERE client_id = $1 AND scheme_id = $2),
     (SELECT max((node_section ->> 'of')::int)
      FROM scheme_nodes node, jsonb_array_elements(node.content) node_section
      WHERE node.client_id = $1 AND node.scheme_id = $2),
     ${lastInEdits('$.**.of')}), 0) AS last`,
)

const DELETE_SECTIONS = tenantStatement(
  'curriculum/delete-sections',
  'DELETE FROM scheme_sections WHERE client_id = $1 AND scheme_id = $2',
)

const INSERT_SECTIONS = tenantStatement(
  'curriculum/insert-ordered-sections',
  `INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, ordering, visibility)
   SELECT $1, $2, id, name, type, ordering, visibility
   FROM jsonb_to_recordset($3::jsonb) AS section (id int, name jsonb, type text, ordering int, visibility text)
   RETURNING client_id`,
)

/**
 * Replaces the sections of a scheme; returns its new revision. A section in use may not be removed or change its type.
 */
export async function saveSections(
  tx: Tx,
  scheme: LockedScheme,
  { sections }: SectionsBody,
  ifMatch: string,
  { by }: Actor,
): Promise<number> {
  const before = await readSectionRows(tx, scheme.id)
  matchRevision(ifMatch, revisionOf(withoutUse(before)))
  for (const [index, { id }] of sections.entries()) {
    if (id === undefined) continue
    const isKnown = before.some((row) => row.id === id)
    const isFirst = sections.findIndex((section) => section.id === id) === index
    if (!isKnown || !isFirst)
      throw new Refusal('INVALID_REQUEST', { field: `sections/${index}/id`, detail: 'unknown or named twice' })
  }
  // a section in use that would be removed or get another type
  const usedButLost = before.find(
    (row) => row.used > 0 && sections.every((section) => section.id !== row.id || section.type !== row.type),
  )
  if (usedButLost) throw new Refusal('SECTION_IN_USE', { field: String(usedButLost.id) })
  let { last: lastId } = await getRow(tx, LAST_SECTION, [scheme.id])
  const after = sections.map((section, index) => ({ ...section, id: section.id ?? ++lastId, ordering: index + 1 }))
  await execute(tx, DELETE_SECTIONS, [scheme.id])
  await execute(tx, INSERT_SECTIONS, [scheme.id, JSON.stringify(after)])
  const entry = { userId: by, action: 'set-sections', entity: 'scheme', entityId: scheme.id }
  await audit(tx, { ...entry, before: { sections: withoutUse(before) }, after: { sections: after } })
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
  await writeGrades(tx, scheme.id, { before, grades, nowMs })
  const revision = await nextRevision(tx, scheme.id)
  const entry = { userId: by, action: 'set-grades', entity: 'scheme', entityId: scheme.id }
  await audit(tx, { ...entry, before: { grades: withoutUse(before) }, after: { grades } })
  const { tree } = await trees.live(tx, clientId, scheme.id)
  await recalculateIfChanged(tx, compileTree(tree, grades), { schemeId: scheme.id, nowMs, by })
  return revision
}
