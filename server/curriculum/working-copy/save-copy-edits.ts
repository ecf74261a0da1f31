import type { CopyEditsBody, CopyEditsReply } from '#contract/curriculum/working-copy.ts'
import type { Static } from 'typebox'
import { goesLive } from '#domain/curriculum/working-copy/goes-live.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { refuse, type Edit } from '#domain/curriculum/tree.ts'
import { cleanEdits } from '#server/curriculum/schemes/clean.ts'
import { refuseForbiddenContent } from '#server/curriculum/schemes/forbidden-content.ts'
import { refusalOf } from '#server/curriculum/schemes/refusal-of.ts'
import {
  batchesSince,
  lockScheme,
  saveEdits,
  type LockedScheme,
  type Saved,
} from '#server/curriculum/schemes/save-edits.ts'
import { leaveOutClashes } from '#server/curriculum/schemes/text-clashes.ts'
import type { LiveTree, Trees } from '#server/curriculum/schemes/trees.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readCopyTree } from './copy-tree.ts'
import {
  beginCopy,
  copyBatchesSince,
  findCopy,
  insertBatch,
  isCopyStepDone,
  liveRevisionOf,
  requireCopy,
  type StoredCopy,
} from './stored-copy.ts'

interface SavedInCopy {
  reply: CopyEditsReply
  /** The live tree, when the batch went live. */
  live: Saved | null
}

/** Saves a batch that an author made in the working copy: content goes live, everything else waits in the copy. */
export async function saveCopyEdits(
  tx: Tx,
  trees: Trees,
  session: Session,
  { slug, nowMs, body }: { slug: string; nowMs: number; body: Static<typeof CopyEditsBody> },
): Promise<SavedInCopy> {
  const scheme = await lockScheme(tx, slug)
  const author = { by: session.userId, nowMs, step: body.step }
  const live = await trees.live(tx, session.clientId, scheme.id)
  if (body.edits.some((edit) => edit.do === 'set-settings'))
    throw refusalOf(refuse('SETTINGS_NOT_IN_COPY', /* no node */ ''))
  const copy = await (body.copy === null ? findOrBeginCopy(tx, scheme, author) : requireCopy(tx, scheme.id, body.copy))
  const { tree } = await readCopyTree(tx, copy, live)
  const edits = cleanEdits(tree, body.edits)
  refuseForbiddenContent(edits, session.features)
  if (goesLive(live.tree, tree, edits)) {
    // texts that another author has changed meanwhile are left out and answered, as in the live editor
    const { replaced } = body
    const { kept, left } = await leaveOutClashes(tx, scheme.id, live.tree, { edits, replaced, by: session.userId })
    const step = body.step && { ...body.step, revision: await liveRevisionOf(tx, copy.id, body.step.revision) }
    const saved =
      kept.length > 0 ? await saveEdits(tx, session.clientId, trees, scheme, kept, { ...author, step }) : null
    if (saved && !saved.ok) throw refusalOf(saved)
    const missed = await copyBatchesSince(tx, copy.id, { base: body.base, now: live.revision + copy.revision })
    const own = saved ? await batchesSince(tx, scheme.id, live.revision) : []
    const liveRevision = saved?.revision ?? live.revision
    const revision = liveRevision + copy.revision
    // the page knows a step by the revision that its tree had then
    const ownStep = body.step?.revision ?? revision
    // null, so that the tree is loaded anew, when something else was saved live since the author's page
    const batches = missed && own && [...missed, ...own.map((batch) => ({ ...batch, revision, step: ownStep }))]
    const where = { in: 'live' as const, revision: liveRevision }
    return { reply: { revision, batches, copy: copy.id, saved: where, ...left }, live: saved }
  }
  return { reply: await saveInCopy(tx, copy, live, tree, edits, { ...author, base: body.base }), live: null }
}

/** The copy of a scheme, which is begun when there is none; refused for one that follows another client's. */
export async function findOrBeginCopy(
  tx: Tx,
  scheme: LockedScheme,
  author: { by: string; nowMs: number },
): Promise<Pick<StoredCopy, 'id' | 'revision'>> {
  if (scheme.foreign) throw refusalOf(refuse('NOT_OWNER', /* no node */ ''))
  return (await findCopy(tx, scheme.id)) ?? beginCopy(tx, scheme, author)
}

async function saveInCopy(
  tx: Tx,
  copy: Pick<StoredCopy, 'id' | 'revision'>,
  live: LiveTree,
  tree: LiveTree['tree'],
  edits: readonly Edit[],
  { base, ...author }: { base: number; by: string; nowMs: number; step: Static<typeof CopyEditsBody>['step'] },
): Promise<CopyEditsReply> {
  const { step } = author
  if (step && (await isCopyStepDone(tx, copy.id, step))) throw refusalOf(refuse('STEP_CHANGED', /* no node */ ''))
  const applied = applyEdits(tree, edits)
  if (!applied.ok) throw refusalOf(applied)
  const batch = { edits, undo: applied.undo, liveRevision: live.revision }
  const saved = await insertBatch(tx, copy, batch, author)
  const revision = live.revision + saved
  const batches = await copyBatchesSince(tx, copy.id, { base, now: revision })
  return { revision, batches, copy: copy.id, saved: { in: 'copy', revision: saved } }
}
