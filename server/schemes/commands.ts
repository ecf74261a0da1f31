import { slugOf } from '#domain/slug.ts'
import { audit } from '#server/audit.ts'
import { passPointOf, requirementCycle, type EngineNode } from '#domain/scheme.ts'
import { Curricula } from './curriculum.ts'
import { rulesHash } from './rules.ts'
import type { Tx } from '#server/tenancy.ts'

/** One node as an author saves it, in all languages. */
export interface NewNode {
  id: string
  parentId: string | null
  t: 'l' | 'sg' | 's'
  title: Record<string, string>
  grade: number | null
  group: string | null
  completion: { ids: string[]; count: number } | null
  completionType: 'automated' | 'manual'
  required: string[]
  hidden: boolean
  skipped: boolean
  starred: boolean
  content: { type: string; title: Record<string, string>; value: Record<string, string> }[]
  videos: number[]
}

export interface NewScheme {
  id: string
  slug: string
  name: Record<string, string>
  languages: string[]
  grades: { grade: number; pass: number }[]
  sections: { id: number; name: Record<string, string>; type: string; ordering: number }[]
  videos: { id: number; name: string; url: string }[]
  /** Siblings in their order. */
  nodes: NewNode[]
}

/** Creates a scheme with its whole tree. Throws on cyclic completion rules: the caller shows `requirementCycle` first. */
export async function createScheme(tx: Tx, clientId: string, by: string | null, scheme: NewScheme): Promise<void> {
  const cycle = requirementCycle(treeOf(scheme.nodes))
  if (cycle) throw new Error(`cyclic completion rules: ${cycle.join(' → ')}`)
  await tx.query('INSERT INTO schemes (client_id, id, slug, name, languages) VALUES ($1, $2, $3, $4, $5)', [
    clientId,
    scheme.id,
    scheme.slug,
    scheme.name,
    scheme.languages,
  ])
  await tx.query(
    'INSERT INTO scheme_grades (client_id, scheme_id, grade, pass) SELECT $1, $2, * FROM unnest($3::int[], $4::int[])',
    [clientId, scheme.id, scheme.grades.map((g) => g.grade), scheme.grades.map((g) => g.pass)],
  )
  // node by node in JSON: arrays of arrays have no column form
  await tx.query(
    `INSERT INTO scheme_nodes (client_id, scheme_id, id, parent_id, position, t, title, grade, group_value, completion_ids, completion_count,
       completion_type, required_ids, hidden, skipped, starred, content, videos)
     SELECT $1, $2, n ->> 'id', n ->> 'parentId', place, n ->> 't', n -> 'title', (n ->> 'grade')::int, n ->> 'group',
       CASE WHEN n -> 'completion' <> 'null' THEN ARRAY(SELECT jsonb_array_elements_text(n -> 'completion' -> 'ids')) END,
       (n -> 'completion' ->> 'count')::int, n ->> 'completionType', ARRAY(SELECT jsonb_array_elements_text(n -> 'required')),
       (n ->> 'hidden')::boolean, (n ->> 'skipped')::boolean, (n ->> 'starred')::boolean, n -> 'content',
       ARRAY(SELECT v::int FROM jsonb_array_elements_text(n -> 'videos') v)
     FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY e (n, place)`,
    [clientId, scheme.id, JSON.stringify(scheme.nodes)],
  )
  const assessable = scheme.nodes
    .map((n) => ({ id: n.id, pass: n.t === 's' ? passPointOf(n.grade ?? undefined, scheme.grades) : 0 }))
    .filter((n) => n.pass > 0)
  await tx.query(
    'INSERT INTO node_pass_grades (client_id, scheme_id, node_id, pass) SELECT $1, $2, * FROM unnest($3::text[], $4::int[])',
    [clientId, scheme.id, assessable.map((n) => n.id), assessable.map((n) => n.pass)],
  )
  for (const s of scheme.sections) {
    await tx.query(
      'INSERT INTO scheme_sections (client_id, scheme_id, id, name, type, ordering) VALUES ($1, $2, $3, $4, $5, $6)',
      [clientId, scheme.id, s.id, s.name, s.type, s.ordering],
    )
  }
  for (const v of scheme.videos) {
    await tx.query('INSERT INTO scheme_videos (client_id, scheme_id, id, name, url) VALUES ($1, $2, $3, $4, $5)', [
      clientId,
      scheme.id,
      v.id,
      v.name,
      v.url,
    ])
  }
  // nobody has progress by other rules
  const compiled = await new Curricula().scheme(tx, clientId, scheme.id)
  if (compiled)
    await tx.query('UPDATE schemes SET calculated_hash = $2, calculated_revision = revision WHERE id = $1', [
      scheme.id,
      rulesHash(compiled),
    ])
  await audit(tx, clientId, {
    userId: by,
    action: 'create',
    entity: 'scheme',
    entityId: scheme.id,
    after: { slug: scheme.slug, nodes: scheme.nodes.length },
  })
}

/** A slug that no scheme of the client has, deleted ones included. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const plain = slugOf(name, 50)
  const base = plain === '' ? 'scheme' : plain
  const { rows } = await tx.query<{ slug: string }>('SELECT slug FROM schemes WHERE slug = $1 OR slug LIKE $2', [
    base,
    `${base}-%`,
  ])
  const taken = new Set(rows.map((row) => row.slug))
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(slug)) return slug
  }
}

/** Changes name (in one language) and languages of a scheme. Answers false when there is no such scheme. */
export async function patchScheme(
  tx: Tx,
  clientId: string,
  by: string,
  slug: string,
  patch: { name?: { language: string; text: string }; languages?: string[] },
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string; name: Record<string, string>; languages: string[] }>(
    'SELECT id, name, languages FROM schemes WHERE slug = $1 AND deleted_at IS NULL FOR UPDATE',
    [slug],
  )
  const [before] = rows
  if (!before) return false
  const after = {
    name: patch.name ? { ...before.name, [patch.name.language]: patch.name.text } : before.name,
    languages: patch.languages ?? before.languages,
  }
  // documents name the scheme: they are another revision
  await tx.query('UPDATE schemes SET name = $2, languages = $3, revision = revision + 1 WHERE id = $1', [
    before.id,
    after.name,
    after.languages,
  ])
  const { id, ...shown } = before
  await audit(tx, clientId, { userId: by, action: 'rename', entity: 'scheme', entityId: id, before: shown, after })
  return true
}

/** Deletes a scheme, or takes that back [4.29]. Progress and awards stay as they are. Answers false when there is none to do it to. */
export async function setSchemeDeleted(
  tx: Tx,
  clientId: string,
  by: string,
  slug: string,
  deleted: boolean,
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE schemes SET deleted_at = CASE WHEN $2 THEN now() END WHERE slug = $1 AND (deleted_at IS NULL) = $2 RETURNING id`,
    [slug, deleted],
  )
  const [scheme] = rows
  if (!scheme) return false
  const action = deleted ? 'delete' : 'undelete'
  await audit(tx, clientId, { userId: by, action, entity: 'scheme', entityId: scheme.id })
  return true
}

/** The nodes as the engine reads them. */
function treeOf(nodes: readonly NewNode[]): EngineNode[] {
  const children = new Map<string | null, NewNode[]>()
  for (const node of nodes) children.set(node.parentId, [...(children.get(node.parentId) ?? []), node])
  const build = (parent: string | null): EngineNode[] =>
    (children.get(parent) ?? []).map((n) => ({
      id: n.id,
      t: n.t,
      required: n.required,
      ...(n.completion ? { completion: [n.completion.ids, n.completion.count] as [string[], number] } : {}),
      children: build(n.id),
    }))
  return build(null)
}
