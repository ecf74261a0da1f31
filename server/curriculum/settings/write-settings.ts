import type { GradesBody } from '#contract/curriculum/scheme-settings.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import { MAX_SETTINGS } from '#domain/curriculum/transfer/import-settings.ts'
import {
  applySettings,
  settingValue,
  type SettingChange,
  type Settings,
} from '#domain/curriculum/edits/scheme-settings.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { checkGrades } from './check-grades.ts'
import { readVideos } from '../schemes/queries.ts'
import { StoredLabels, StoredWords } from '../schemes/stored-json.ts'
import { writeImportedVideo, removeVideo } from '../videos/videos.ts'

const LANGUAGES = tenantStatement(
  'curriculum/read-languages-of-scheme',
  'SELECT languages FROM schemes WHERE client_id = $1 AND id = $2',
)

const SECTIONS = tenantStatement(
  'curriculum/list-sections-to-edit',
  `SELECT id, name, type, visibility FROM scheme_sections WHERE client_id = $1 AND scheme_id = $2
   ORDER BY ordering, id`,
  { json: { name: StoredWords } },
)

const GRADES = tenantStatement(
  'curriculum/list-grades-to-edit',
  `SELECT grade, CASE WHEN grade = 1 THEN 1 ELSE pass END AS pass, labels FROM scheme_grades
   WHERE client_id = $1 AND scheme_id = $2 ORDER BY grade`,
  { json: { labels: StoredLabels } },
)

/** The settings of a scheme that a batch of edits can change: languages, sections, grade scales and videos. */
export async function readSchemeSettings(tx: Tx, schemeId: string): Promise<Settings> {
  const scheme = await findRow(tx, LANGUAGES, [schemeId])
  const sections = await queryRows(tx, SECTIONS, [schemeId])
  const grades = await queryRows(tx, GRADES, [schemeId])
  return { languages: scheme?.languages ?? [], sections, grades, videos: await readVideos(tx, schemeId) }
}

/** The settings after a batch; null when somebody else has changed one of them meanwhile. */
export function applyCheckedSettings(before: Settings, changes: readonly SettingChange[]): Settings | null {
  const retyped = changes.find(({ what, was, now }) => what === 'section' && was && now && was.type !== now.type)
  if (retyped) throw new Refusal('SECTION_IN_USE', { field: retyped.id })
  const after = applySettings(before, changes)
  if (after && (after.sections.length > MAX_SETTINGS.sections || after.languages.length > MAX_SETTINGS.languages))
    throw new Refusal('INVALID_REQUEST', { field: 'edits', detail: 'edits: too many sections or languages' })
  if (after) checkGrades({ grades: after.grades as GradesBody['grades'] })
  return after
}

/**
 * Writes the settings that a batch changes. It is called after the nodes are written, because a language, section or
 * video is deleted only when no node uses it.
 */
export async function writeSchemeSettings(
  tx: Tx,
  schemeId: string,
  {
    changes,
    before,
    after,
    nowMs,
  }: { changes: readonly SettingChange[]; before: Settings; after: Settings; nowMs: number },
): Promise<void> {
  // several changes of one setting are written once
  const bySetting = new Map(changes.map((change) => [`${change.what} ${change.id}`, change]))
  for (const change of bySetting.values()) {
    const [was, now] = [settingValue(before, change.what, change.id), settingValue(after, change.what, change.id)]
    if (isEqual(was, now)) continue
    if (change.what === 'language') await writeLanguage(tx, schemeId, change.id, now !== null)
    else if (change.what === 'section') await writeSection(tx, schemeId, after, Number(change.id))
    else if (change.what === 'video') {
      const video = after.videos.find(({ id }) => id === Number(change.id))
      if (video) await writeImportedVideo(tx, schemeId, { ...video, poster: video.poster ?? null })
      else await removeVideo(tx, schemeId, Number(change.id))
    }
  }
  if (changes.some(({ what }) => what === 'grade'))
    await writeGrades(tx, schemeId, { before: before.grades, grades: after.grades, nowMs })
}

const ADD_LANGUAGE = tenantStatement(
  'curriculum/add-language-of-scheme',
  'UPDATE schemes SET languages = array_append(languages, $3) WHERE client_id = $1 AND id = $2',
)

const REMOVE_LANGUAGE = tenantStatement(
  'curriculum/remove-language-of-scheme',
  `UPDATE schemes SET languages = array_remove(languages, $3)
   WHERE client_id = $1 AND id = $2 AND languages[1] <> $3 AND NOT EXISTS (
     SELECT FROM scheme_nodes node
     WHERE node.client_id = $1 AND node.scheme_id = $2 AND node.deleted_at IS NULL AND (node.title ? $4
       OR EXISTS (SELECT FROM jsonb_array_elements(node.content) section
         WHERE section -> 'title' ? $4 OR section -> 'value' ? $4)))`,
)

/** Adds a language, or removes it unless it is the scheme's first one or a node has texts in it. */
async function writeLanguage(tx: Tx, schemeId: string, locale: string, add: boolean): Promise<void> {
  if (add) {
    await execute(tx, ADD_LANGUAGE, [schemeId, locale])
    return
  }
  await execute(tx, REMOVE_LANGUAGE, [schemeId, locale, languageOf(locale)])
}

const WRITE_SECTION = tenantStatement(
  'curriculum/write-section',
  `INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, visibility, ordering)
   SELECT $1, $2, $3, $4, $5, $6, coalesce(max(ordering), 0) + 1 FROM scheme_sections
   WHERE client_id = $1 AND scheme_id = $2
   ON CONFLICT (client_id, scheme_id, id) DO UPDATE SET name = excluded.name, visibility = excluded.visibility
   RETURNING client_id`,
)

const DELETE_SECTION = tenantStatement(
  'curriculum/delete-unused-section',
  `DELETE FROM scheme_sections WHERE client_id = $1 AND scheme_id = $2 AND id = $3 AND NOT EXISTS (
     SELECT FROM scheme_nodes node, jsonb_array_elements(node.content) node_section
     WHERE node.client_id = $1 AND node.scheme_id = $2 AND node.deleted_at IS NULL
       AND (node_section ->> 'of')::int = $3)`,
)

/** Adds or changes the section that `after` has under this id; deletes one that it does not have, unless in use. */
async function writeSection(tx: Tx, schemeId: string, after: Settings, id: number): Promise<void> {
  const section = after.sections.find((candidate) => candidate.id === id)
  if (section) {
    await execute(tx, WRITE_SECTION, [schemeId, id, section.name, section.type, section.visibility])
    return
  }
  await execute(tx, DELETE_SECTION, [schemeId, id])
}

type Scales = readonly { grade: number; pass: number; labels: object | null }[]

const KEEP_VERSIONS = tenantStatement(
  'curriculum/keep-earlier-grades',
  `INSERT INTO scheme_grade_versions (client_id, scheme_id, grade, until, pass, labels)
   SELECT $1, $2, before.grade, $5, before.pass, nullif(before.labels, 'null')
   FROM jsonb_to_recordset($3::jsonb) AS before (grade int, pass int, labels jsonb)
   LEFT JOIN jsonb_to_recordset($4::jsonb) AS after (grade int, pass int, labels jsonb) USING (grade)
   WHERE before.pass > 0
     AND (after.grade IS NULL OR after.pass <> before.pass OR after.labels IS DISTINCT FROM before.labels)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

const DELETE_GRADES = tenantStatement(
  'curriculum/delete-grades',
  'DELETE FROM scheme_grades WHERE client_id = $1 AND scheme_id = $2',
)

const INSERT_GRADES = tenantStatement(
  'curriculum/insert-changed-grades',
  `INSERT INTO scheme_grades (client_id, scheme_id, grade, pass, labels)
   SELECT $1, $2, grade, pass, nullif(labels, 'null')
   FROM jsonb_to_recordset($3::jsonb) AS scale (grade int, pass int, labels jsonb) RETURNING client_id`,
)

/**
 * Replaces the grade scales. The earlier version of a changed scale is stored, because old marks are read by it; a
 * scale with the pass grade 0 has no marks. The new pass grade is added to those that marks of its skills may have;
 * earlier ones stay valid for marks that wait on devices.
 */
export async function writeGrades(
  tx: Tx,
  schemeId: string,
  { before, grades, nowMs }: { before: Scales; grades: Scales; nowMs: number },
): Promise<void> {
  const gradesJson = JSON.stringify(grades)
  const until = Math.floor(nowMs / 1000)
  await execute(tx, KEEP_VERSIONS, [schemeId, JSON.stringify(before), gradesJson, until])
  await execute(tx, DELETE_GRADES, [schemeId])
  await execute(tx, INSERT_GRADES, [schemeId, gradesJson])
  await recordPassGrades(tx, schemeId)
}

const RECORD_PASS_GRADES = tenantStatement(
  'curriculum/record-pass-grades',
  // kind 1 always passes at 1; a skill with the pass grade 0 is not assessable
  `INSERT INTO node_pass_grades (client_id, scheme_id, node_id, pass)
   SELECT node.client_id, node.scheme_id, node.id, CASE WHEN node.grade = 1 THEN 1 ELSE scale.pass END
   FROM scheme_nodes node
   LEFT JOIN scheme_grades scale ON scale.client_id = node.client_id AND scale.scheme_id = node.scheme_id
     AND scale.grade = node.grade
   WHERE node.client_id = $1 AND node.scheme_id = $2 AND node.t = 's' AND (node.grade = 1 OR scale.pass > 0)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/**
 * Adds the present pass grade of every assessable skill of a scheme to those that its marks may have. It is called when
 * scales were written, because the skills themselves may be unchanged.
 */
export async function recordPassGrades(tx: Tx, schemeId: string): Promise<void> {
  await execute(tx, RECORD_PASS_GRADES, [schemeId])
}
