import type { RawCurriculum } from '#contract/authoring.ts'
import { slim } from '#domain/slim-node.ts'
import { inOrder, type Tree } from '#domain/tree.ts'
import { Refusal } from '#server/http/errors.ts'
import { wordsOf } from '#server/http/schemas.ts'
import type { Session } from '#server/http/session.ts'
import type { Tx } from '#server/tenancy.ts'
import { readGrades, readSections, readVideos } from './queries.ts'
import type { Trees } from './trees.ts'

/** Trees as JSON: they are never changed in place. */
const written = new WeakMap<Tree, string>()

function nodesOf(tree: Tree): string {
  const known = written.get(tree)
  if (known !== undefined) return known
  const nodes: Pick<RawCurriculum, 'nodes' | 'gone'> = {
    nodes: inOrder(tree).map(slim),
    gone: [...tree.gone.values()].map(slim),
  }
  const text = JSON.stringify(nodes).slice(1)
  written.set(tree, text)
  return text
}

/** A scheme as its authors have it, as JSON. */
export async function readRaw(tx: Tx, trees: Trees, session: Session, slug: string): Promise<string> {
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
  const about: Omit<RawCurriculum, 'nodes' | 'gone'> = {
    slug,
    uuid,
    name,
    own,
    revision,
    languages,
    grades,
    sections,
    videos,
  }
  return `${JSON.stringify(about).slice(0, -1)},${nodesOf(tree)}`
}
