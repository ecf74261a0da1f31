import type { TreeTop, RawCurriculum } from '#contract/curriculum/authoring.ts'
import { omitDefaults } from '#domain/curriculum/node-defaults.ts'
import { inOrder, skillCounts, type Tree } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { KeptBody } from '#server/platform/http/kept-body.ts'
import { wordsOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readGrades, readSections, readVideos } from './queries.ts'
import type { Trees } from './trees.ts'

type Nodes = Pick<RawCurriculum, 'nodes' | 'gone' | 'top'>
type Written = WeakMap<Tree, { nodes: string; about: string; body: KeptBody }>

/** Of a tree, which is never changed in place: its JSON, and the last whole answer with what stood around it. */
const whole: Written = new WeakMap()
const tops: Written = new WeakMap()

/** So many nodes are read by the slowest device before anybody could look at the first of them. */
const READ_AT_ONCE = 1_000

function bodyOf(about: Omit<RawCurriculum, keyof Nodes>, tree: Tree, topOnly: boolean): KeptBody {
  const roots = tree.children.get(null) ?? []
  const top = topOnly && tree.nodes.size > READ_AT_ONCE && roots.length <= READ_AT_ONCE
  const written = top ? tops : whole
  const known = written.get(tree)
  const start = JSON.stringify(about)
  if (known?.about === start) return known.body
  const nodes = known?.nodes ?? JSON.stringify(top ? topOf(tree, roots) : allOf(tree)).slice(1)
  const body = new KeptBody(`${start.slice(0, -1)},${nodes}`)
  written.set(tree, { nodes, about: start, body })
  return body
}

function allOf(tree: Tree): Nodes {
  return { nodes: inOrder(tree).map(omitDefaults), gone: [...tree.gone.values()].map(omitDefaults) }
}

function topOf(tree: Tree, roots: readonly string[]): Nodes {
  const counts = skillCounts(tree)
  const skills: TreeTop['skills'] = {}
  for (const id of roots) if (tree.children.get(id)?.length) skills[id] = counts.get(id) ?? 0
  const nodes = roots.flatMap((id) => tree.nodes.get(id) ?? []).map(omitDefaults)
  return { nodes, gone: [], top: { nodes: tree.nodes.size, skills } }
}

/** A scheme as its authors have it: a `RawCurriculum`. `topOnly`: of a large tree its roots are enough. */
export async function readRaw(
  tx: Tx,
  trees: Trees,
  session: Session,
  slug: string,
  topOnly: boolean,
): Promise<KeptBody> {
  const { rows } = await tx.query<{ id: string; name: Record<string, string>; languages: string[]; own: boolean }>(
    'SELECT id, name, languages, origin_client_id IS NULL AS own FROM schemes WHERE slug = $1 AND deleted_at IS NULL',
    [slug],
  )
  const [scheme] = rows
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  const { id: uuid, name, languages, own } = scheme
  const language = wordsOf(session.language)
  const [live, grades, sections, videos] = await Promise.all([
    trees.live(tx, session.clientId, uuid),
    readGrades(tx, uuid, language),
    readSections(tx, uuid, language),
    readVideos(tx, uuid),
  ])
  trees.keep(session.clientId, uuid, live)
  const { revision, tree } = live
  return bodyOf({ slug, uuid, name, own, revision, languages, grades, sections, videos }, tree, topOnly)
}
