import type { OwnSteps } from '#contract/curriculum/history.ts'
import { goesLive } from '#domain/curriculum/working-copy/goes-live.ts'
import { readLastOfOwnSteps, toOwnSteps } from '#server/curriculum/history/history.ts'
import type { LiveTree } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readCopyTree } from './copy-tree.ts'
import { readBatches, readLastOfOwnCopySteps, type StoredCopy } from './stored-copy.ts'

/**
 * What the author can undo and redo in a working copy, by the revisions of its tree: what waits in the copy, and texts and
 * pictures that went live since it was begun.
 */
export async function readOwnStepsOfCopy(
  tx: Tx,
  schemeId: string,
  copy: StoredCopy,
  live: LiveTree,
  userId: string,
): Promise<OwnSteps> {
  const { tree } = await readCopyTree(tx, copy, live)
  const batches = await readBatches(tx, copy.id)
  /** The revision that the copy's tree had when the live one got this revision. */
  const inCopy = (revision: number) => revision + batches.filter(({ liveRevision }) => liveRevision < revision).length
  const went = await readLastOfOwnSteps(tx, schemeId, userId)
  const content = went.flatMap((row) =>
    row.step > copy.base_revision && goesLive(live.tree, tree, row.undo)
      ? [{ ...row, step: inCopy(row.step), revision: inCopy(row.revision) }]
      : [],
  )
  return toOwnSteps([...content, ...(await readLastOfOwnCopySteps(tx, copy.id, userId))])
}
