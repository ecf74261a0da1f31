import { SavedEdits } from '#contract/curriculum/authoring.ts'
import type { RestoreReply } from '#contract/curriculum/history.ts'
import type { Changes } from '#contract/curriculum/sharing.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import { treeBefore, treeToRestore } from '#domain/curriculum/edits/tree-to-restore.ts'
import {
  findNotBack,
  listedFiles,
  nodesToRestore,
  withoutMissing,
  type Existing,
} from '#domain/curriculum/edits/not-back.ts'
import { diffTrees } from '#domain/curriculum/tree-diff.ts'
import { subtree, type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import { describeChanges, wordsIn } from '#server/curriculum/sharing/content.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { savedChanges } from '../schemes/saved-changes.ts'
import { readVideos, type SchemeRow } from '../schemes/queries.ts'
import { readExistingFiles } from '../schemes/save-edits.ts'

/** A restore goes back over at most this many batches. */
const MAX_BATCHES = 2_000

const LIST_UNDOS = tenantStatement(
  'curriculum/list-undos-since',
  `SELECT revision, undo, linked FROM ${savedChanges} batch
   WHERE scheme_id = $2 AND revision >= $3
   ORDER BY revision DESC LIMIT ${MAX_BATCHES + 1}`,
  { json: { undo: SavedEdits.properties.edits } },
)

interface ReadBefore {
  schemeId: string
  /** The tree as it is now. */
  tree: Tree
  before: number
  /** The field of the request that names the revision. */
  field: string
  linkedToo: boolean
}

/**
 * The tree as it was before a revision was saved; with `linkedToo` also linked nodes are as they were then, else as their
 * owner has them now. Refused when the way back is not known: a batch is from before undos were stored, or depends on an
 * update of linked nodes that is not taken back.
 */
async function readTreeBefore(tx: Tx, { schemeId, tree, before, field, linkedToo }: ReadBefore): Promise<Tree> {
  const all = await queryRows(tx, LIST_UNDOS, [schemeId, before])
  const rows = all.filter(({ linked }) => linkedToo || linked !== true)
  const undos = rows.flatMap(({ undo, linked }) => (undo === null ? [] : [{ undo, linked: linked === true }]))
  const isKnown = all.length <= MAX_BATCHES && undos.length === rows.length
  const old = isKnown ? treeBefore(tree, undos) : null
  if (!old) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_RESTORABLE', field })
  return old
}

/** How many things that do not come back are named. */
const MAX_NAMED = 100

/**
 * The edits that restore the nodes, or all for null, as they were before a revision was saved, what they change, and
 * what does not come back.
 */
export async function readRestore(
  tx: Tx,
  scheme: SchemeRow,
  tree: Tree,
  { before, nodes, locale }: { before: number; nodes: readonly string[] | null; locale: string },
): Promise<RestoreReply> {
  // only the owner changes linked nodes
  const old = await readTreeBefore(tx, { schemeId: scheme.id, tree, before, field: 'before', linkedToo: false })
  const target = treeToRestore(tree, old, nodes)
  const changed = nodesToRestore(tree, target)
  const existing = await readExisting(tx, scheme, changed)
  const ids = changed.map(({ id }) => id)
  const edits = editsBetween(tree, withoutMissing(target, ids, existing))
  const applied = applyEdits(tree, edits)
  if (!applied.ok) throw new Refusal('EDIT_REFUSED', { detail: applied.code, field: applied.id, ids: applied.ids })
  const notBack = findNotBack(changed, existing)
  const titleOf = (id: string) => wordsIn(old.nodes.get(id)?.title ?? {}, locale, tree.source)
  return {
    edits,
    changes: describeChanges(diffTrees(tree, applied.tree), applied.tree, tree, locale),
    not_back: notBack.slice(0, MAX_NAMED).map(({ what, id, name }) => ({ what, id, title: titleOf(id), name })),
    not_back_more: Math.max(0, notBack.length - MAX_NAMED),
  }
}

const LIST_SOURCES = tenantStatement(
  'curriculum/list-existing-sources',
  `SELECT node.scheme_id AS scheme, node.id FROM scheme_nodes node
   JOIN schemes scheme ON scheme.client_id = node.client_id AND scheme.id = node.scheme_id
   WHERE node.client_id = $1 AND node.scheme_id = ANY($2::uuid[]) AND node.id = ANY($3::text[])
     AND node.deleted_at IS NULL AND scheme.deleted_at IS NULL`,
)

/** What there is today of all that these nodes show. */
async function readExisting(tx: Tx, scheme: SchemeRow, nodes: readonly AuthorNode[]): Promise<Existing> {
  const origins = nodes.flatMap(({ origin }) => (origin && origin.root !== '' ? [origin] : []))
  const sources =
    origins.length === 0
      ? []
      : await queryRows(tx, LIST_SOURCES, [
          [...new Set(origins.map((origin) => origin.scheme))],
          [...new Set(origins.map(({ id }) => id))],
        ])
  const sourceKeys = new Set(sources.map((source) => `${source.scheme}${source.id}`))
  return {
    files: new Set(await readExistingFiles(tx, listedFiles(nodes))),
    videos: new Set((await readVideos(tx, scheme.id)).map(({ id }) => id)),
    languages: new Set(scheme.languages.map(languageOf)),
    // a scheme that follows another one has no links of its own
    hasSource: ({ origin }) => !origin || origin.root === '' || sourceKeys.has(origin.scheme + origin.id),
  }
}

/**
 * What differs between two points of a scheme's history: after the revision `from`, and after `to` or, for null, now.
 * `node` narrows it to one node with what is or was below it.
 */
export async function readComparison(
  tx: Tx,
  schemeId: string,
  tree: Tree,
  { from, to, node, locale }: { from: number; to: number | null; node: string | null; locale: string },
): Promise<Changes> {
  const treeAfter = (revision: number, field: string) =>
    readTreeBefore(tx, { schemeId, tree, before: revision + 1, field, linkedToo: true })
  const after = to === null ? tree : await treeAfter(to, 'to')
  const before = await treeAfter(from, 'from')
  const within = node === null ? null : new Set([...subtree(before, node), ...subtree(after, node)].map(({ id }) => id))
  const changes = diffTrees(before, after).filter((change) => within === null || within.has(change.node.id))
  return describeChanges(changes, after, before, locale)
}
