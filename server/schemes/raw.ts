import type { RawCurriculum } from '#contract/authoring.ts'
import { slim } from '#domain/slim-node.ts'
import { inOrder, type Tree } from '#domain/tree.ts'
import { Refusal } from '#server/http/errors.ts'
import { KeptBody } from '#server/http/kept-body.ts'
import { wordsOf } from '#server/http/schemas.ts'
import type { Session } from '#server/http/session.ts'
import type { Tx } from '#server/tenancy.ts'
import { readGrades, readSections, readVideos } from './queries.ts'
import type { Trees } from './trees.ts'

/** Of a tree, which is never changed in place: its JSON, and the last whole answer with what stood around it. */
const written = new WeakMap<Tree, { nodes: string; about: string; body: KeptBody }>()

function bodyOf(about: Omit<RawCurriculum, 'nodes' | 'gone'>, tree: Tree): KeptBody {
  const known = written.get(tree)
  const start = JSON.stringify(about)
  if (known?.about === start) return known.body
  const nodes = known?.nodes ?? nodesOf(tree)
  const body = new KeptBody(`${start.slice(0, -1)},${nodes}`)
  written.set(tree, { nodes, about: start, body })
  return body
}

function nodesOf(tree: Tree): string {
  const nodes: Pick<RawCurriculum, 'nodes' | 'gone'> = {
    nodes: inOrder(tree).map(slim),
    gone: [...tree.gone.values()].map(slim),
  }
  return JSON.stringify(nodes).slice(1)
}

/** A scheme as its authors have it: a `RawCurriculum`. */
export async function readRaw(tx: Tx, trees: Trees, session: Session, slug: string): Promise<KeptBody> {
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
  return bodyOf({ slug, uuid, name, own, revision, languages, grades, sections, videos }, tree)
}
