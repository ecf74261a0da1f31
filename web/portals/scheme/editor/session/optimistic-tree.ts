import type { EditsReply, SavedEdits } from '#contract/curriculum/authoring.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { replacedTexts, withoutTexts, type ReplacedText } from '#domain/curriculum/edits/clashes.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'

/**
 * A step is a batch that is undone and redone as often as the author likes. It is known by the key of its batch in this
 * session or, when it was made before this session, by the revision that its batch made.
 */
type StepRef = { key: number } | { revision: number }

/** A batch of edits by this author that the server has not confirmed yet. */
interface EditBatch {
  /** Identifies the batch in this session; later batches have larger keys. */
  key: number
  /** The step that the batch makes (`forward`) or takes back. */
  of: StepRef
  forward: boolean
  edits: readonly Edit[]
  /** The texts that the author saw and replaced. They stay when the batch is applied to another tree. */
  replaced: readonly ReplacedText[]
  /** The edits that undo the batch when applied to `after`. */
  undo: readonly Edit[]
  /** The tree after this batch. */
  after: Tree
}

/**
 * The edits that one undo or redo applies, and the key of the batch that they reverse. The key is null where a redo
 * applies the edits of a batch again that an undo had dropped before it was sent.
 */
interface HistoryEntry {
  key: number | null
  of: StepRef
  edits: readonly Edit[]
}

/**
 * The state of an author's editor: the tree as the server has it, this author's pending batches on top of it, and the undo
 * and redo stacks. It is immutable. Batches of other authors are applied to `base`, and the pending batches are then
 * applied again.
 */
export interface EditSession {
  revision: number
  base: Tree
  pending: readonly EditBatch[]
  undoStack: readonly HistoryEntry[]
  redoStack: readonly HistoryEntry[]
  /** The revisions that began the steps of this session, by their keys. */
  steps: ReadonlyMap<number, number>
}

/** A pending batch that was dropped, because the server refused it or a change of another author made it impossible. */
export interface DiscardedBatch {
  batch: EditBatch
  reason: RefusalReason
}

/** Why edits were refused. `code` is a refusal code of the tree or an error code of the API. */
export interface RefusalReason {
  code: string
  id: string
  ids: readonly string[]
}

/** A session on a new base, and the batches that could not be applied to it. */
export interface Rebased {
  session: EditSession
  discarded: DiscardedBatch[]
}

/** How many entries of the undo stack are kept when a new batch is added. */
const MAX_UNDO = 500

/** What the server knows the author can undo and redo, the next one last. */
type KnownSteps = Record<'undo' | 'redo', readonly { step: number; edits: readonly Edit[] }[]>

/**
 * Puts the steps from before this session below those of this session. What was taken back before can be made again only
 * if the author has done nothing yet.
 */
export function withKnownSteps(session: EditSession, { undo, redo }: KnownSteps): EditSession {
  const toEntries = (steps: KnownSteps['undo']) =>
    steps.map(({ step, edits }): HistoryEntry => ({ key: null, of: { revision: step }, edits }))
  const untouched = session.undoStack.length + session.redoStack.length === 0
  return {
    ...session,
    undoStack: [...toEntries(undo), ...session.undoStack],
    redoStack: untouched ? toEntries(redo) : session.redoStack,
  }
}

/** The revision that began the step of a batch; undefined for one that is to be saved as a new step. */
export function stepOf(session: EditSession, { of }: Pick<EditBatch, 'of'>): number | undefined {
  return 'revision' in of ? of.revision : session.steps.get(of.key)
}

/** Notes that the server has saved the first pending batch as this revision, which may have begun a step. */
export function withSavedStep(session: EditSession, revision: number): EditSession {
  const [first] = session.pending
  if (!first || !('key' in first.of) || session.steps.has(first.of.key)) return session
  return { ...session, steps: new Map([...session.steps, [first.of.key, revision]]) }
}

export function newSession(revision: number, base: Tree): EditSession {
  return { revision, base, pending: [], undoStack: [], redoStack: [], steps: new Map() }
}

/** The tree as this author sees it, with all pending batches. */
export function visibleTree(session: EditSession): Tree {
  return session.pending.at(-1)?.after ?? session.base
}

/**
 * Applies edits as one new batch, which can be undone; nothing can be redone after it. `seen` is the text that the author
 * saw and replaces, when that is not the tree's any more.
 */
export function perform(
  session: EditSession,
  key: number,
  edits: readonly Edit[],
  seen?: string,
): EditSession | Refused {
  const of = { key }
  const appended = appendBatch(session, { key, of, forward: true }, edits, seen)
  if ('code' in appended) return appended
  const { batch, next } = appended
  return { ...next, undoStack: [...session.undoStack.slice(-MAX_UNDO), { key, of, edits: batch.undo }], redoStack: [] }
}

function appendBatch(
  session: EditSession,
  about: Pick<EditBatch, 'key' | 'of' | 'forward'>,
  edits: readonly Edit[],
  seen?: string,
): { batch: EditBatch; next: EditSession } | Refused {
  const tree = visibleTree(session)
  const applied = applyEdits(tree, edits)
  if (!applied.ok) return applied
  const replaced = replacedTexts(tree, edits, seen)
  const batch = { ...about, edits, replaced, undo: applied.undo, after: applied.tree }
  return { batch, next: { ...session, pending: [...session.pending, batch] } }
}

/**
 * Undoes this author's last batch, or redoes the one undone last. A batch that was not sent yet is dropped; any other one
 * is reversed by a new batch, which gets `key`. `sentKey` is the key of the batch that was sent and not answered. Returns
 * null when there is nothing to undo or redo. `refused` says why changes of others made it impossible; the session has
 * then lost the entry of the stack.
 */
export function undoOrRedo(
  session: EditSession,
  direction: 'undo' | 'redo',
  key: number,
  sentKey: number | null,
): { session: EditSession; refused: Refused | null } | null {
  // the entry moves from one stack to the other
  const [from, to] =
    direction === 'undo' ? (['undoStack', 'redoStack'] as const) : (['redoStack', 'undoStack'] as const)
  const entry = session[from].at(-1)
  if (!entry) return null
  const remaining = { ...session, [from]: session[from].slice(0, -1) }
  const last = session.pending.at(-1)
  if (last && last.key === entry.key && last.key !== sentKey) {
    const dropped = { ...remaining, pending: session.pending.slice(0, -1) }
    return {
      session: { ...dropped, [to]: [...session[to], { ...entry, key: null, edits: last.edits }] },
      refused: null,
    }
  }
  const appended = appendBatch(remaining, { key, of: entry.of, forward: direction === 'redo' }, entry.edits)
  if ('code' in appended) return { session: remaining, refused: appended }
  const back = { ...entry, key, edits: appended.batch.undo }
  return { session: { ...appended.next, [to]: [...session[to], back] }, refused: null }
}

/**
 * Takes back one batch of this session, also when it is not the last one. Returns null when it was taken back already;
 * `refused` says why later changes do not allow it.
 */
export function takeBack(
  session: EditSession,
  batchKey: number,
  key: number,
  sentKey: number | null,
): { session: EditSession; refused: Refused | null } | null {
  if (session.undoStack.at(-1)?.key === batchKey) return undoOrRedo(session, 'undo', key, sentKey)
  const entry = session.undoStack.find((candidate) => candidate.key === batchKey)
  if (!entry) return null
  const remaining = { ...session, undoStack: session.undoStack.filter((candidate) => candidate !== entry) }
  const appended = appendBatch(remaining, { key, of: entry.of, forward: false }, entry.edits)
  return 'code' in appended ? { session, refused: appended } : { session: appended.next, refused: null }
}

/** What the server has saved of a batch: all but the texts that clash with another author's. */
export function savedEdits({ edits }: Pick<EditBatch, 'edits'>, { clashes = [] }: EditsReply): Edit[] {
  return withoutTexts(edits, clashes)
}

/**
 * Takes the texts of the first pending batch that were not saved out of what undoes it, which would put an older text over
 * another author's.
 */
export function withoutClashes(session: EditSession, { clashes = [] }: EditsReply): EditSession {
  const [first] = session.pending
  if (!first || clashes.length === 0) return session
  const withoutTheirs = (stack: readonly HistoryEntry[]) =>
    stack.flatMap((entry) => {
      if (entry.key !== first.key) return [entry]
      const edits = withoutTexts(entry.edits, clashes)
      return edits.length > 0 ? [{ ...entry, edits }] : []
    })
  return { ...session, undoStack: withoutTheirs(session.undoStack), redoStack: withoutTheirs(session.redoStack) }
}

/**
 * Marks the first pending batch as saved, as far as it was. The answer contains the batches that others saved before it.
 * Returns null when the answer does not contain all of them or they do not apply: the tree must then be loaded again.
 */
export function applyAnswer(session: EditSession, answer: EditsReply): Rebased | null {
  const { revision, batches, clashes = [] } = answer
  const [first, ...laterBatches] = session.pending
  if (!first || batches === null) return null
  const saved = savedEdits(first, answer)
  // the batch with the answer's own revision is this author's
  const othersBatches = saved.length === 0 ? batches : batches.filter((batch) => batch.revision !== revision)
  if (othersBatches.length === 0 && clashes.length === 0)
    return { session: { ...session, revision, base: first.after, pending: laterBatches }, discarded: [] }
  const base = replay(session.base, othersBatches)
  const applied = base && applyEdits(base, saved)
  if (!applied?.ok) return null
  const next = withoutStepsOf(
    saved.length === 0 ? withoutHistory(session, new Set([first.key])) : withUndo(session, first.key, applied.undo),
    othersBatches,
  )
  return rebase({ ...next, revision, base: applied.tree, pending: laterBatches })
}

/**
 * Removes from the stacks what was taken back, or made again, elsewhere: in another tab of this author, or by another
 * author. It cannot be done a second time.
 */
function withoutStepsOf(session: EditSession, batches: readonly SavedEdits[]): EditSession {
  const steps = (forward: boolean) =>
    new Set<number | undefined>(batches.flatMap((batch) => (batch.forward === forward ? (batch.step ?? []) : [])))
  const [takenBack, madeAgain] = [steps(false), steps(true)]
  return {
    ...session,
    undoStack: session.undoStack.filter((entry) => !takenBack.has(stepOf(session, entry))),
    redoStack: session.redoStack.filter((entry) => !madeAgain.has(stepOf(session, entry))),
  }
}

/** Applies the batches that others saved. Returns null when the tree must be loaded again, as in `applyAnswer`. */
export function applyOthersBatches(session: EditSession, { revision, batches }: EditsReply): Rebased | null {
  if (revision <= session.revision) return { session, discarded: [] }
  const base = batches && replay(session.base, batches)
  return base ? rebase({ ...withoutStepsOf(session, batches), revision, base }) : null
}

/** Puts the session on a tree that was loaded again. `firstIsSaved`: the tree contains the first pending batch. */
export function withReloadedTree(session: EditSession, revision: number, base: Tree, firstIsSaved: boolean): Rebased {
  return rebase({ ...session, revision, base, pending: firstIsSaved ? session.pending.slice(1) : session.pending })
}

/** Drops pending batches that the server refused or the author discarded. */
export function withoutBatches(session: EditSession, keys: ReadonlySet<number>): Rebased {
  const kept = session.pending.filter((batch) => !keys.has(batch.key))
  return rebase(withoutHistory({ ...session, pending: kept }, keys))
}

function replay(tree: Tree, batches: readonly { edits: readonly Edit[] }[]): Tree | null {
  let current = tree
  for (const { edits } of batches) {
    const applied = applyEdits(current, edits)
    if (!applied.ok) return null
    current = applied.tree
  }
  return current
}

/** Applies the pending batches again on a new base, and discards those that it does not allow. */
function rebase(session: EditSession): Rebased {
  const pending: EditBatch[] = []
  const discarded: DiscardedBatch[] = []
  let tree = session.base
  let next = session
  for (const batch of session.pending) {
    const applied = applyEdits(tree, batch.edits)
    if (!applied.ok) {
      discarded.push({ batch, reason: applied })
      continue
    }
    tree = applied.tree
    pending.push({ ...batch, undo: applied.undo, after: tree })
    next = withUndo(next, batch.key, applied.undo)
  }
  const discardedKeys = new Set(discarded.map(({ batch }) => batch.key))
  return { session: withoutHistory({ ...next, pending }, discardedKeys), discarded }
}

/** Replaces the edits that reverse a batch, because other edits reverse it once it is applied to another tree. */
function withUndo(session: EditSession, key: number, undo: readonly Edit[]): EditSession {
  const replaceEdits = (stack: readonly HistoryEntry[]) =>
    stack.map((entry) => (entry.key === key ? { ...entry, edits: undo } : entry))
  return { ...session, undoStack: replaceEdits(session.undoStack), redoStack: replaceEdits(session.redoStack) }
}

/** Removes the entries that reverse these batches from both stacks. */
function withoutHistory(session: EditSession, keys: ReadonlySet<number>): EditSession {
  if (keys.size === 0) return session
  const keep = (stack: readonly HistoryEntry[]) => stack.filter((entry) => entry.key === null || !keys.has(entry.key))
  return { ...session, undoStack: keep(session.undoStack), redoStack: keep(session.redoStack) }
}
