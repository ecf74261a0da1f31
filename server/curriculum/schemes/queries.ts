import type { Static } from 'typebox'
import { Scheme, SchemeSection, type GradeScale, type Video } from '#contract/curriculum/schemes.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { findRow, queryRows, tenantStatement, tenantStatements, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { gradeLabels } from '../settings/grade-labels.ts'
import { StoredLabels, StoredSections, StoredWords } from './stored-json.ts'

/** SQL of the name of a row of `schemes` in a language ($2), or else in the scheme's first language, or in any. */
const nameIn = `coalesce(name ->> $2, name ->> split_part(languages[1], '-', 1),
  (SELECT min(value) FROM jsonb_each_text(name)))`

/**
 * SQL condition: the row `schemes` is not being imported. During an import it is marked as deleted, but it must not be
 * restored.
 */
export const notImporting = `NOT EXISTS (SELECT FROM scheme_imports import
  WHERE import.client_id = schemes.client_id AND import.scheme_id = schemes.id AND import.done_at IS NULL)`
/**
 * SQL condition: the row `schemes` follows another client's scheme [4.29], by a subscription that both clients agreed
 * to.
 */
const subscribed = `EXISTS (
  SELECT FROM subscriptions subscription
  JOIN subscription_grants answer ON answer.client_id = subscription.owner_id
    AND answer.scheme_id = subscription.owner_scheme_id AND answer.subscriber_id = subscription.client_id
  WHERE subscription.client_id = schemes.client_id AND subscription.owner_id = origin_client_id
    AND subscription.owner_scheme_id = origin_scheme_id AND subscription.ended_at IS NULL AND answer.approved)`

/**
 * SQL of the epoch of the client's data. It belongs to each revision by which something is kept: after a restore, or a
 * failover that lost the last changes, another tree may get the same revision.
 */
export const EPOCH = '(SELECT epoch FROM clients WHERE client_id = $1)'

const LIST_SCHEMES = tenantStatement(
  'curriculum/list-schemes',
  `SELECT json_build_object('slug', slug, 'uuid', id, 'name', ${nameIn}, 'type', type, 'theme', theme,
     'languages', to_json(languages), 'published', published, 'state', state,
     'state_ts', extract(epoch FROM state_at)::int, 'deleted', deleted_at IS NOT NULL,
     'subscribed', ${subscribed}, 'own', origin_client_id IS NULL) AS scheme
   FROM schemes WHERE client_id = $1
     AND ($3::boolean IS NULL OR published = $3) AND ($4::text[] IS NULL OR slug = ANY($4))
     AND (deleted_at IS NULL OR ($5 AND ${notImporting}))
   ORDER BY ${nameIn}`,
  // prepared in spite of the optional filters: a client has few schemes, and no plan depends on the filters
  { json: { scheme: Scheme }, prepare: true, readsShared: true },
)

/** Lists the client's schemes by name; a null in `filter` restricts nothing, `deleted` includes the deleted ones. */
export async function listSchemes(
  tx: Tx,
  language: string,
  filter: { published: boolean | null; slugs: string[] | null; deleted?: boolean },
): Promise<Scheme[]> {
  const rows = await queryRows(tx, LIST_SCHEMES, [language, filter.published, filter.slugs, filter.deleted ?? false])
  return rows.map((row) => row.scheme)
}

const SCHEMES_OF_CLUBS = tenantStatement(
  'curriculum/list-schemes-of-clubs',
  `SELECT DISTINCT scheme.slug FROM groups
   JOIN schemes scheme ON scheme.client_id = groups.client_id AND scheme.id = groups.scheme_id
   WHERE groups.client_id = $1 AND groups.club_id = ANY($2::uuid[])`,
  { prepare: true },
)

/** Slugs of the schemes that groups of these clubs use (`scheme_sessions_only`). */
export async function schemesOfClubs(tx: Tx, clubIds: string[]): Promise<string[]> {
  const rows = await queryRows(tx, SCHEMES_OF_CLUBS, [clubIds])
  return rows.map((row) => row.slug)
}

const FIND_SCHEME = tenantStatement(
  'curriculum/find-scheme',
  `SELECT id, slug, name, languages, revision, ${EPOCH} AS epoch, origin_client_id IS NOT NULL AS foreign FROM schemes
   WHERE client_id = $1 AND slug = $2 AND deleted_at IS NULL`,
  { json: { name: StoredWords }, prepare: true },
)
/** A scheme; `foreign` says that it follows another client's scheme. */
export type SchemeRow = RowOf<typeof FIND_SCHEME>

export async function findScheme(tx: Tx, slug: string): Promise<SchemeRow | null> {
  return (await findRow(tx, FIND_SCHEME, [slug])) ?? null
}

/** The scheme with this slug; refuses with 404 when there is none that the caller may see. */
export async function requireScheme(tx: Tx, slug: string): Promise<SchemeRow> {
  const scheme = await findScheme(tx, slug)
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  return scheme
}

const ruleColumns = `id, parent_id, t, grade, group_value, completion_ids, completion_count, completion_type,
  required_ids, hidden, skipped, starred, origin_root`
/** SQL of the columns with texts, as they are read with the rules or, for the engine, left empty. */
const textColumns = {
  texts: 'title, content, videos',
  rules: `'{}'::jsonb AS title, '[]'::jsonb AS content, '{}'::int[] AS videos`,
}

const LIST_NODES = tenantStatements(
  'curriculum/list-nodes',
  textColumns,
  (columns) => `SELECT ${ruleColumns}, ${columns}
   FROM scheme_nodes WHERE client_id = $1 AND scheme_id = $2 AND deleted_at IS NULL ORDER BY position, id`,
  { json: { title: StoredWords, content: StoredSections }, prepare: true },
)
/**
 * A row of `scheme_nodes`; the fields mean what those of `AuthorNode` do. `origin_root` is the linked node that this
 * node is, or is below; null for the scheme's own nodes.
 */
export type NodeRow = RowOf<(typeof LIST_NODES)['texts']>

/** All nodes but deleted ones, siblings in their order, with their texts or, for the engine, without. */
export async function readNodes(tx: Tx, schemeId: string, { texts }: { texts: boolean }): Promise<NodeRow[]> {
  return queryRows(tx, LIST_NODES[texts ? 'texts' : 'rules'], [schemeId])
}

/** Labels of a grade scale, by language. */
export type Labels = Static<typeof StoredLabels>

/**
 * The scales of the kinds (`grade`); `until` says until when an earlier version held, in unix seconds, and is null for
 * the present one.
 */
const LIST_GRADES = tenantStatement(
  'curriculum/list-grades',
  // kind 1 always passes at 1, whatever the scheme has stored [4.18]
  `SELECT 1 AS grade, 1 AS pass,
     (SELECT labels FROM scheme_grades WHERE client_id = $1 AND scheme_id = $2 AND grade = 1) AS labels,
     NULL::bigint AS until
   UNION ALL SELECT grade, pass, labels, NULL FROM scheme_grades
     WHERE client_id = $1 AND scheme_id = $2 AND grade > 1
   UNION ALL SELECT grade, pass, labels, until FROM scheme_grade_versions WHERE client_id = $1 AND scheme_id = $2
   ORDER BY grade, until`,
  { json: { labels: StoredLabels }, prepare: true },
)
type ScaleRow = RowOf<typeof LIST_GRADES>

/**
 * The grade scales of a scheme with their labels in a language, and the earlier versions that old marks are read by.
 */
export async function readGrades(tx: Tx, schemeId: string, language: string): Promise<GradeScale[]> {
  const rows = await queryRows(tx, LIST_GRADES, [schemeId])
  const labelsIn = ({ grade, labels }: ScaleRow) => labels?.[language] ?? gradeLabels(grade, language)
  const versionsOf = (grade: number) =>
    rows
      .filter((row) => row.grade === grade && row.until !== null)
      .map((row) => ({ until: Number(row.until), pass: row.pass, labels: labelsIn(row) }))
  return rows
    .filter((row) => row.until === null)
    .map((row) => {
      const labels = labelsIn(row)
      return { grade: row.grade, pass: row.pass, label: labels.join(', '), labels, versions: versionsOf(row.grade) }
    })
}

const LIST_SECTIONS = tenantStatement(
  'curriculum/list-sections',
  // the name in the language, or else in the scheme's first language, or in any
  `SELECT json_build_object('id', section.id, 'name', coalesce(section.name ->> $3,
       section.name ->> split_part(scheme.languages[1], '-', 1),
       (SELECT min(value) FROM jsonb_each_text(section.name))),
     'type', section.type, 'ordering', section.ordering, 'visibility', section.visibility) AS section
   FROM scheme_sections section
   JOIN schemes scheme ON scheme.client_id = section.client_id AND scheme.id = section.scheme_id
   WHERE section.client_id = $1 AND section.scheme_id = $2 ORDER BY section.ordering, section.id`,
  { json: { section: SchemeSection }, prepare: true },
)

export async function readSections(tx: Tx, schemeId: string, language: string): Promise<SchemeSection[]> {
  const rows = await queryRows(tx, LIST_SECTIONS, [schemeId, language])
  return rows.map(({ section }) => section)
}

const LIST_VIDEOS = tenantStatement(
  'curriculum/list-videos',
  'SELECT id, name, url, poster FROM scheme_videos WHERE client_id = $1 AND scheme_id = $2 ORDER BY id',
  { prepare: true },
)

export async function readVideos(tx: Tx, schemeId: string): Promise<Video[]> {
  return queryRows(tx, LIST_VIDEOS, [schemeId])
}

const LIST_SHOWN_VIDEOS = tenantStatement(
  'curriculum/list-shown-videos',
  // withheld: the skipped nodes and those below them
  `WITH RECURSIVE withheld AS (
     SELECT id, videos FROM scheme_nodes WHERE client_id = $1 AND scheme_id = $2 AND skipped AND deleted_at IS NULL
     UNION
     SELECT node.id, node.videos FROM scheme_nodes node JOIN withheld ON node.parent_id = withheld.id
     WHERE node.client_id = $1 AND node.scheme_id = $2 AND node.deleted_at IS NULL)
   SELECT id, name, url, poster FROM scheme_videos video WHERE client_id = $1 AND scheme_id = $2
     AND (NOT EXISTS (SELECT FROM withheld WHERE video.id = ANY(withheld.videos))
       -- or a node that is not withheld shows it too
       OR EXISTS (SELECT FROM scheme_nodes node WHERE node.client_id = $1 AND node.scheme_id = $2
         AND video.id = ANY(node.videos) AND node.deleted_at IS NULL AND node.id NOT IN (SELECT id FROM withheld)))
   ORDER BY id`,
  { prepare: true },
)

/** All videos except those that only skipped nodes, or nodes below them, show: these are for authors only [4.27]. */
export async function readShownVideos(tx: Tx, schemeId: string): Promise<Video[]> {
  return queryRows(tx, LIST_SHOWN_VIDEOS, [schemeId])
}
