import { changesBetween, ownerLanguages, type PlacedNode } from '#domain/curriculum/relink.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import { treeOf } from '#domain/curriculum/tree.ts'
import { buildingCache } from '#server/platform/building-cache.ts'
import { findRow, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { rulesHash } from '#server/curriculum/schemes/rules.ts'
import { compileTree } from '#server/curriculum/schemes/save-edits.ts'
import { shownFiles } from '#server/curriculum/schemes/used-files.ts'
import { Content } from './content.ts'
import { isSubscribedTo } from './subscriptions.ts'

/** A published revision of a scheme of another client, to which this one subscribes. */
export interface Revision {
  owner: string
  schemeId: string
  number: number
  publishedAt: Date
}

/** What turns every copy of a revision into one of the next, whoever has it. */
export interface NodeChanges {
  kind: 'nodes'
  changed: PlacedNode[]
  deleted: string[]
  /** Of the new revision: its name, locales, grade scales, and the owner's languages. */
  content: Pick<Content, 'name' | 'languages' | 'grades'>
  ownerLanguages: string[]
  /** The hash of the rules of the whole tree, which are the owner's in every copy. */
  rulesHash: string
}

/** `all` says that a copy must be compared as a whole. */
type Changes = NodeChanges | { kind: 'all' }

const CONTENT = tenantStatement(
  'curriculum/read-content-of-revision',
  `SELECT content FROM published_revisions
   WHERE client_id = $2 AND client_id <> $1 AND scheme_id = $3 AND number = $4
     AND ${isSubscribedTo('published_revisions')}`,
  { json: { content: Content }, readsShared: true },
)

/** Capacity of the cache in characters of JSON, for all tenants together. */
const MAX_CHARACTERS = 16_000_000

/** The changes of a published revision are the same for all its subscribers, and are compared once. */
const cache = buildingCache<Changes>(MAX_CHARACTERS, (changes) => JSON.stringify(changes).length)

export async function readContent(
  tx: Tx,
  { owner, schemeId, number }: Omit<Revision, 'publishedAt'>,
): Promise<Content> {
  return (await getRow(tx, CONTENT, [owner, schemeId, number])).content
}

/** What has changed since the revision `from`, which the client's copy has. */
export function changesSince(tx: Tx, from: number, to: Revision): Promise<Changes> {
  const { owner, schemeId, number, publishedAt } = to
  // the time, because after a restore of the database another revision may get the same number
  return cache(`${owner}/${schemeId}/${from}/${number}/${publishedAt.getTime()}`, async () => {
    const [before, after] = await Promise.all([findRow(tx, CONTENT, [owner, schemeId, from]), readContent(tx, to)])
    return before ? compare(before.content, after) : { kind: 'all' }
  })
}

function compare(before: Content, after: Content): Changes {
  const languagesOf = ({ nodes, languages }: Content) => ownerLanguages(nodes, languages)
  const settingsOf = ({ languages, grades, sections, videos }: Content) => ({ languages, grades, sections, videos })
  const sameForAll = isEqual(settingsOf(before), settingsOf(after)) && isEqual(languagesOf(before), languagesOf(after))
  // a copy names its own copies of files
  const hasFiles = [before, after].some((content) => shownFiles(content).length > 0)
  if (!sameForAll || hasFiles) return { kind: 'all' }
  const { name, languages, grades, nodes } = after
  return {
    kind: 'nodes',
    ...changesBetween(before.nodes, nodes),
    content: { name, languages, grades },
    ownerLanguages: languagesOf(after),
    rulesHash: rulesHash(compileTree(treeOf(nodes), grades)),
  }
}
