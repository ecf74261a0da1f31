import { mergeCopy, type MergedCopy } from '#domain/curriculum/working-copy/merge-copy.ts'
import type { Tree } from '#domain/curriculum/tree.ts'
import type { LiveTree } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readBatches, readLiveBatches, type StoredBatch, type StoredCopy } from './stored-copy.ts'

/** The last tree of a copy over each live tree, which is never changed in place. */
const cache = new WeakMap<Tree, { copyId: string; revision: number; tree: Tree }>()

/** The live tree with the copy's batches, as its authors see it: where both changed a value, the copy's. */
export async function readCopyTree(
  tx: Tx,
  copy: Pick<StoredCopy, 'id' | 'revision'>,
  live: LiveTree,
): Promise<LiveTree> {
  const revision = live.revision + copy.revision
  const cached = cache.get(live.tree)
  if (cached?.copyId === copy.id && cached.revision === copy.revision) return { revision, tree: cached.tree }
  const { tree } = mergeCopy(live.tree, await readBatches(tx, copy.id), new Set(), [])
  cache.set(live.tree, { copyId: copy.id, revision: copy.revision, tree })
  return { revision, tree }
}

/** The release of a copy: the merged tree with what is in conflict and what is left out. */
export async function readMerge(
  tx: Tx,
  schemeId: string,
  copy: StoredCopy,
  live: Tree,
  keepLive: ReadonlySet<string>,
): Promise<MergedCopy<StoredBatch>> {
  const batches = await readBatches(tx, copy.id)
  return mergeCopy(live, batches, keepLive, await readLiveBatches(tx, schemeId, batches))
}
