import type { GradeScale, Scheme, SchemeSection, Video } from '#contract/curriculum/schemes.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { gradeLabels } from './grade-labels.ts'

/** SQL of the name of a row of `schemes` in a language ($1), or else in the scheme's first language, or in any. */
const nameIn = `coalesce(name ->> $1, name ->> split_part(languages[1], '-', 1),
  (SELECT min(value) FROM jsonb_each_text(name)))`

/**
 * SQL condition: the row `schemes` is not being imported. During an import it is marked as deleted, but it must not be
 * restored.
 */
export const notImporting =
  'NOT EXISTS (SELECT FROM scheme_imports import WHERE import.scheme_id = schemes.id AND import.done_at IS NULL)'
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

/** Lists the client's schemes by name; a null in `filter` restricts nothing, `deleted` includes the deleted ones. */
export async function listSchemes(
  tx: Tx,
  language: string,
  filter: { published: boolean | null; slugs: string[] | null; deleted?: boolean },
): Promise<Scheme[]> {
  const { rows } = await tx.query<{ scheme: Scheme }>(
    prepared(
      `SELECT json_build_object('slug', slug, 'uuid', id, 'name', ${nameIn}, 'type', type, 'theme', theme,
         'languages', to_json(languages), 'published', published, 'deleted', deleted_at IS NOT NULL,
         'subscribed', ${subscribed}, 'own', origin_client_id IS NULL) AS scheme
       FROM schemes WHERE ($2::boolean IS NULL OR published = $2) AND ($3::text[] IS NULL OR slug = ANY($3))
         AND (deleted_at IS NULL OR ($4 AND ${notImporting}))
       ORDER BY ${nameIn}`,
      [language, filter.published, filter.slugs, filter.deleted ?? false],
    ),
  )
  return rows.map((row) => row.scheme)
}

/** Slugs of the schemes that groups of these clubs use (`scheme_sessions_only`). */
export async function schemesOfClubs(tx: Tx, clubIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ slug: string }>(
    prepared(
      `SELECT DISTINCT scheme.slug FROM groups
       JOIN schemes scheme ON scheme.client_id = groups.client_id AND scheme.id = groups.scheme_id
       WHERE groups.club_id = ANY($1)`,
      [clubIds],
    ),
  )
  return rows.map((row) => row.slug)
}

export interface SchemeRow {
  id: string
  languages: string[]
  name: Record<string, string>
  slug: string
  revision: number
  /** The scheme follows another client's scheme. */
  foreign: boolean
}

export async function findScheme(tx: Tx, slug: string): Promise<SchemeRow | null> {
  const { rows } = await tx.query<SchemeRow>(
    prepared(
      `SELECT id, slug, name, languages, revision, origin_client_id IS NOT NULL AS foreign FROM schemes
       WHERE slug = $1 AND deleted_at IS NULL`,
      [slug],
    ),
  )
  return rows[0] ?? null
}

/** A row of `scheme_nodes`; the fields mean what those of `AuthorNode` do. */
export interface NodeRow {
  id: string
  parent_id: string | null
  t: 'l' | 'sg' | 's'
  title: Record<string, string>
  grade: number | null
  group_value: string | null
  completion_ids: string[] | null
  completion_count: number | null
  completion_type: 'automated' | 'manual'
  required_ids: string[]
  hidden: boolean
  skipped: boolean
  starred: boolean
  content: Section[]
  videos: number[]
  /** The linked node that this node is, or is below; null for the scheme's own nodes. */
  origin_root: string | null
}

const ruleColumns = `id, parent_id, t, grade, group_value, completion_ids, completion_count, completion_type,
  required_ids, hidden, skipped, starred, origin_root`
const emptyTexts = `'{}'::jsonb AS title, '[]'::jsonb AS content, '[]'::jsonb AS videos`

/** All nodes but deleted ones, siblings in their order, with their texts or, for the engine, without. */
export async function readNodes(tx: Tx, schemeId: string, { texts }: { texts: boolean }): Promise<NodeRow[]> {
  const { rows } = await tx.query<NodeRow>(
    prepared(
      `SELECT ${ruleColumns}, ${texts ? 'title, content, videos' : emptyTexts}
     FROM scheme_nodes WHERE scheme_id = $1 AND deleted_at IS NULL ORDER BY position, id`,
      [schemeId],
    ),
  )
  return rows
}

/** Labels of a grade scale, by language. */
export type Labels = Record<string, string[]>

interface ScaleRow {
  /** The kind of the scale. */
  grade: number
  pass: number
  labels: Labels | null
  /** Until when an earlier version held, unix seconds; null for the present one. */
  until: string | null
}

/**
 * The grade scales of a scheme with their labels in a language, and the earlier versions that old marks are read by.
 */
export async function readGrades(tx: Tx, schemeId: string, language: string): Promise<GradeScale[]> {
  const { rows } = await tx.query<ScaleRow>(
    prepared(
      // kind 1 always passes at 1, whatever the scheme has stored [4.18]
      `SELECT 1 AS grade, 1 AS pass,
         (SELECT labels FROM scheme_grades WHERE scheme_id = $1 AND grade = 1) AS labels, NULL::bigint AS until
       UNION ALL SELECT grade, pass, labels, NULL FROM scheme_grades WHERE scheme_id = $1 AND grade > 1
       UNION ALL SELECT grade, pass, labels, until FROM scheme_grade_versions WHERE scheme_id = $1
       ORDER BY grade, until`,
      [schemeId],
    ),
  )
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

export async function readSections(tx: Tx, schemeId: string, language: string): Promise<SchemeSection[]> {
  const { rows } = await tx.query<SchemeSection>(
    prepared(
      // the name in the language, or else in the scheme's first language, or in any
      `SELECT section.id, coalesce(section.name ->> $2, section.name ->> split_part(scheme.languages[1], '-', 1),
           (SELECT min(value) FROM jsonb_each_text(section.name))) AS name,
         section.type, section.ordering, section.visibility
       FROM scheme_sections section
       JOIN schemes scheme ON scheme.client_id = section.client_id AND scheme.id = section.scheme_id
       WHERE section.scheme_id = $1 ORDER BY section.ordering, section.id`,
      [schemeId, language],
    ),
  )
  return rows
}

export async function readVideos(tx: Tx, schemeId: string): Promise<Video[]> {
  const { rows } = await tx.query<Video>(
    prepared('SELECT id, name, url, poster FROM scheme_videos WHERE scheme_id = $1 ORDER BY id', [schemeId]),
  )
  return rows
}

/** All videos except those that only skipped nodes, or nodes below them, show: these are for authors only [4.27]. */
export async function readShownVideos(tx: Tx, schemeId: string): Promise<Video[]> {
  const { rows } = await tx.query<Video>(
    prepared(
      // withheld: the skipped nodes and those below them
      `WITH RECURSIVE withheld AS (
         SELECT id, videos FROM scheme_nodes WHERE scheme_id = $1 AND skipped AND deleted_at IS NULL
         UNION
         SELECT node.id, node.videos FROM scheme_nodes node JOIN withheld ON node.parent_id = withheld.id
         WHERE node.scheme_id = $1 AND node.deleted_at IS NULL)
       SELECT id, name, url, poster FROM scheme_videos video WHERE scheme_id = $1
         AND (NOT EXISTS (SELECT FROM withheld WHERE video.id = ANY(withheld.videos))
           -- or a node that is not withheld shows it too
           OR EXISTS (SELECT FROM scheme_nodes node WHERE node.scheme_id = $1 AND video.id = ANY(node.videos)
             AND node.deleted_at IS NULL AND node.id NOT IN (SELECT id FROM withheld)))
       ORDER BY id`,
      [schemeId],
    ),
  )
  return rows
}
