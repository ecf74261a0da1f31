import type { GradeScale, Scheme, SchemeSection, Video } from '#contract/curriculum/schemes.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { gradeLabels } from './grade-labels.ts'

/** SQL of a scheme's name in a language ($1), or else in the scheme's first language, or in any. */
const nameIn = `coalesce(name ->> $1, name ->> split_part(languages[1], '-', 1), (SELECT min(value) FROM jsonb_each_text(name)))`

/**
 * SQL condition: the scheme is not being imported. During an import it is marked as deleted, but it must not be
 * restored.
 */
export const notImporting =
  'NOT EXISTS (SELECT FROM scheme_imports i WHERE i.scheme_id = schemes.id AND i.done_at IS NULL)'
/** SQL condition: the scheme follows another client's [4.29], by a subscription that both clients agreed to. */
const subscribed = `EXISTS (SELECT FROM subscriptions sub JOIN subscription_grants g
  ON g.client_id = sub.owner_id AND g.scheme_id = sub.owner_scheme_id AND g.subscriber_id = sub.client_id
  WHERE sub.client_id = schemes.client_id AND sub.owner_id = origin_client_id AND sub.owner_scheme_id = origin_scheme_id
    AND sub.ended_at IS NULL AND g.approved)`

/** Lists the client's schemes by name. */
export async function listSchemes(
  tx: Tx,
  language: string,
  only: { published: boolean | null; slugs: string[] | null; deleted?: boolean },
): Promise<Scheme[]> {
  const { rows } = await tx.query<{ scheme: Scheme }>(
    prepared(
      `SELECT json_build_object('slug', slug, 'uuid', id, 'name', ${nameIn}, 'type', type,
       'theme', theme, 'languages', to_json(languages), 'published', published, 'deleted', deleted_at IS NOT NULL, 'subscribed', ${subscribed}, 'own', origin_client_id IS NULL) AS scheme
     FROM schemes WHERE (deleted_at IS NULL OR ($4 AND ${notImporting})) AND ($2::boolean IS NULL OR published = $2) AND ($3::text[] IS NULL OR slug = ANY($3))
     ORDER BY ${nameIn}`,
      [language, only.published, only.slugs, only.deleted ?? false],
    ),
  )
  return rows.map((row) => row.scheme)
}

/** Slugs of the schemes that groups of these clubs use (`scheme_sessions_only`). */
export async function schemesOfClubs(tx: Tx, clubIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ slug: string }>(
    prepared(
      `SELECT DISTINCT s.slug FROM groups g JOIN schemes s ON s.client_id = g.client_id AND s.id = g.scheme_id
     WHERE g.club_id = ANY($1)`,
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
  /** The scheme follows another client's. */
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
  origin_root: string | null
}

const ruleColumns = `id, parent_id, t, grade, group_value, completion_ids, completion_count, completion_type, required_ids, hidden,
  skipped, starred, origin_root`
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
  grade: number
  pass: number
  labels: Labels | null
  until: string | null
}

/**
 * The grade scales of a scheme with their labels in a language, and the earlier versions that old marks are read by.
 */
export async function readGrades(tx: Tx, schemeId: string, language: string): Promise<GradeScale[]> {
  const { rows } = await tx.query<ScaleRow>(
    prepared(
      // kind 1 always passes at 1, whatever the scheme has stored [4.18]
      `SELECT 1 AS grade, 1 AS pass, (SELECT labels FROM scheme_grades WHERE scheme_id = $1 AND grade = 1) AS labels, NULL::bigint AS until
       UNION ALL SELECT grade, pass, labels, NULL FROM scheme_grades WHERE scheme_id = $1 AND grade > 1
       UNION ALL SELECT grade, pass, labels, until FROM scheme_grade_versions WHERE scheme_id = $1
       ORDER BY grade, until`,
      [schemeId],
    ),
  )
  const labelsIn = ({ grade, labels }: ScaleRow) => labels?.[language] ?? gradeLabels(grade, language)
  const versions = (grade: number) =>
    rows
      .filter((row) => row.grade === grade && row.until !== null)
      .map((row) => ({ until: Number(row.until), pass: row.pass, labels: labelsIn(row) }))
  return rows
    .filter((row) => row.until === null)
    .map((row) => {
      const labels = labelsIn(row)
      return { grade: row.grade, pass: row.pass, label: labels.join(', '), labels, versions: versions(row.grade) }
    })
}

export async function readSections(tx: Tx, schemeId: string, language: string): Promise<SchemeSection[]> {
  const { rows } = await tx.query<SchemeSection>(
    prepared(
      `SELECT x.id, coalesce(x.name ->> $2, x.name ->> split_part(s.languages[1], '-', 1), (SELECT min(value) FROM jsonb_each_text(x.name))) AS name,
         x.type, x.ordering, x.visibility
       FROM scheme_sections x JOIN schemes s ON s.client_id = x.client_id AND s.id = x.scheme_id
       WHERE x.scheme_id = $1 ORDER BY x.ordering, x.id`,
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
      `WITH RECURSIVE withheld AS (
         SELECT id, videos FROM scheme_nodes WHERE scheme_id = $1 AND skipped AND deleted_at IS NULL
         UNION
         SELECT n.id, n.videos FROM scheme_nodes n JOIN withheld w ON n.parent_id = w.id
         WHERE n.scheme_id = $1 AND n.deleted_at IS NULL)
       SELECT id, name, url, poster FROM scheme_videos v WHERE scheme_id = $1
         AND (NOT EXISTS (SELECT FROM withheld w WHERE v.id = ANY(w.videos))
           OR EXISTS (SELECT FROM scheme_nodes n WHERE n.scheme_id = $1 AND v.id = ANY(n.videos) AND n.deleted_at IS NULL
             AND n.id NOT IN (SELECT id FROM withheld)))
       ORDER BY id`,
      [schemeId],
    ),
  )
  return rows
}
