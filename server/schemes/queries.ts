import type { GradeScale, Scheme, SchemeSection, Video } from '#contract/schemes.ts'
import { prepared, type Tx } from '#server/tenancy.ts'
import { gradeLabels } from './grade-labels.ts'

/** SQL of a scheme's name in a language ($1): the scheme's first language stands in, then any. */
const nameIn = `coalesce(name ->> $1, name ->> split_part(languages[1], '-', 1), (SELECT min(value) FROM jsonb_each_text(name)))`

export async function listSchemes(
  tx: Tx,
  language: string,
  only: { published: boolean | null; slugs: string[] | null; deleted?: boolean },
): Promise<Scheme[]> {
  const { rows } = await tx.query<{ scheme: Scheme }>(
    prepared(
      `SELECT json_build_object('slug', slug, 'uuid', id, 'name', ${nameIn}, 'type', type,
       'theme', theme, 'languages', to_json(languages), 'published', published, 'deleted', deleted_at IS NOT NULL, 'subscribed', false) AS scheme
     FROM schemes WHERE (deleted_at IS NULL OR $4) AND ($2::boolean IS NULL OR published = $2) AND ($3::text[] IS NULL OR slug = ANY($3))
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
}

export async function findScheme(tx: Tx, slug: string): Promise<SchemeRow | null> {
  const { rows } = await tx.query<SchemeRow>(
    prepared('SELECT id, slug, name, languages, revision FROM schemes WHERE slug = $1 AND deleted_at IS NULL', [slug]),
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
  content: { type: string; title: Record<string, string>; value: Record<string, string> }[]
  videos: number[]
}

/** All living nodes, siblings in their order. */
export async function readNodes(tx: Tx, schemeId: string): Promise<NodeRow[]> {
  const { rows } = await tx.query<NodeRow>(
    prepared(
      `SELECT id, parent_id, t, title, grade, group_value, completion_ids, completion_count, completion_type, required_ids,
       hidden, skipped, starred, content, videos
     FROM scheme_nodes WHERE scheme_id = $1 AND deleted_at IS NULL ORDER BY position, id`,
      [schemeId],
    ),
  )
  return rows
}

export async function readGrades(tx: Tx, schemeId: string, language: string): Promise<GradeScale[]> {
  const { rows } = await tx.query<{ grade: number; pass: number }>(
    prepared(
      // kind 1 always passes at 1, whatever a scheme says [4.18]
      `SELECT 1 AS grade, 1 AS pass UNION ALL SELECT grade, pass FROM scheme_grades WHERE scheme_id = $1 AND grade > 1 ORDER BY grade`,
      [schemeId],
    ),
  )
  return rows.map(({ grade, pass }) => ({ grade, pass, ...gradeLabels(grade, language) }))
}

export async function readSections(tx: Tx, schemeId: string, language: string): Promise<SchemeSection[]> {
  const { rows } = await tx.query<SchemeSection>(
    prepared(
      `SELECT id, coalesce(name ->> $2, name ->> 'en') AS name, type, ordering FROM scheme_sections WHERE scheme_id = $1 ORDER BY ordering, id`,
      [schemeId, language],
    ),
  )
  return rows
}

export async function readVideos(tx: Tx, schemeId: string): Promise<Video[]> {
  const { rows } = await tx.query<Video>(
    prepared('SELECT id, name, url FROM scheme_videos WHERE scheme_id = $1 ORDER BY id', [schemeId]),
  )
  return rows
}
