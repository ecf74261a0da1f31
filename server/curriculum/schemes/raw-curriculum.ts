import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import { omitDefaults } from '#domain/curriculum/node-defaults.ts'
import { inTreeOrder, type Tree } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { CachedBody } from '#server/platform/http/cached-body.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readGrades, readSections, readVideos } from './queries.ts'
import { StoredWords } from './stored-json.ts'
import type { LiveTree, Trees } from './trees.ts'

type Nodes = Pick<RawCurriculum, 'nodes' | 'gone'>

/**
 * For each tree its serialised nodes, and the last reply with the serialised other fields that it was made of. A tree
 * can be the key, because it is never changed in place.
 */
const cache = new WeakMap<Tree, { nodes: string; otherFields: string; body: CachedBody }>()

function bodyOf(fields: Omit<RawCurriculum, keyof Nodes>, tree: Tree): CachedBody {
  const cached = cache.get(tree)
  const otherFields = JSON.stringify(fields)
  if (cached?.otherFields === otherFields) return cached.body
  // joins two serialised objects: the first without its closing brace, the second without its opening one
  const nodes = cached?.nodes ?? JSON.stringify(nodesOf(tree)).slice(1)
  const body = new CachedBody(`${otherFields.slice(0, -1)},${nodes}`)
  cache.set(tree, { nodes, otherFields, body })
  return body
}

function nodesOf(tree: Tree): Nodes {
  return { nodes: inTreeOrder(tree).map(omitDefaults), gone: [...tree.gone.values()].map(omitDefaults) }
}

const SCHEME_TO_EDIT = tenantStatement(
  'curriculum/read-scheme-to-edit',
  `SELECT id, name, languages, origin_client_id IS NULL AS own FROM schemes
   WHERE client_id = $1 AND slug = $2 AND deleted_at IS NULL`,
  { json: { name: StoredWords } },
)

/**
 * A scheme with all fields that authors edit, as the JSON of a `RawCurriculum`. `instead` makes another tree of the live
 * one, such as that of a working copy, with the fields that the reply has besides.
 */
export async function readRaw(
  tx: Tx,
  trees: Trees,
  session: Session,
  slug: string,
  instead: (schemeId: string, live: LiveTree) => Promise<LiveTree & { copy?: string }> = (_, live) =>
    Promise.resolve(live),
): Promise<CachedBody> {
  const scheme = await findRow(tx, SCHEME_TO_EDIT, [slug])
  if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
  const { id: uuid, name, languages, own } = scheme
  const language = languageOf(session.language)
  const [live, grades, sections, videos] = await Promise.all([
    trees.live(tx, session.clientId, uuid),
    readGrades(tx, uuid, language),
    readSections(tx, uuid, language),
    readVideos(tx, uuid),
  ])
  trees.keep(session.clientId, uuid, live)
  const { tree, ...fields } = await instead(uuid, live)
  return bodyOf({ slug, uuid, name, own, ...fields, languages, grades, sections, videos }, tree)
}
