import type { EditsReply } from '#contract/curriculum/authoring.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'

/** One batch of this author that the server does not have yet. */
interface EditBatch {
  key: number
  edits: readonly Edit[]
  /** Takes it back, on the tree as it stands after it. */
  undo: readonly Edit[]
  /** The tree with it. */
  after: Tree
}

/** What undo or redo would do; `key` is the batch that it takes back, null when that never left this page. */
interface Backwards {
  key: number | null
  edits: readonly Edit[]
}

/**
 * An author's page: the tree as the server has it, the own batches on top of it, and the way back. Never changed in
 * place. Batches of others come below the waiting ones, which are done again on top.
 */
export interface EditSession {
  revision: number
  base: Tree
  pending: readonly EditBatch[]
  done: readonly Backwards[]
  undone: readonly Backwards[]
}

/** A waiting batch that the tree, as others have made it, does not allow any more. */
export interface TakenBack {
  batch: EditBatch
  why: RefusalReason
}

/** A reason of the tree's own rules, or a code of the API. */
export interface RefusalReason {
  code: string
  id: string
  ids: readonly string[]
}

export interface Rebased {
  session: EditSession
  takenBack: TakenBack[]
}

/** More undos than this nobody presses. */
const MOST_UNDO = 500

export function newSession(revision: number, base: Tree): EditSession {
  return { revision, base, pending: [], done: [], undone: [] }
}

/** The tree as this author sees it. */
export function visibleTree(session: EditSession): Tree {
  return session.pending.at(-1)?.after ?? session.base
}

/** Does edits as one batch. */
export function perform(session: EditSession, key: number, edits: readonly Edit[]): EditSession | Refused {
  const made = push(session, key, edits)
  if ('code' in made) return made
  const { batch, next } = made
  return { ...next, done: [...session.done.slice(-MOST_UNDO), { key, edits: batch.undo }], undone: [] }
}

function push(
  session: EditSession,
  key: number,
  edits: readonly Edit[],
): { batch: EditBatch; next: EditSession } | Refused {
  const done = applyEdits(visibleTree(session), edits)
  if (!done.ok) return done
  const batch = { key, edits, undo: done.undo, after: done.tree }
  return { batch, next: { ...session, pending: [...session.pending, batch] } }
}

/**
 * Undoes the last own batch, or redoes the last undone one. A batch that never left the page is simply dropped; `sentKey`
 * is the one that may have. Null when there is nothing to do; a refusal when others have made it impossible: it is then
 * forgotten.
 */
export function undoOrRedo(
  session: EditSession,
  way: 'undo' | 'redo',
  key: number,
  sentKey: number | null,
): { session: EditSession; refused: Refused | null } | null {
  const [from, to] = way === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const)
  const back = session[from].at(-1)
  if (!back) return null
  const left = { ...session, [from]: session[from].slice(0, -1) }
  const last = session.pending.at(-1)
  if (last && last.key === back.key && last.key !== sentKey) {
    const dropped = { ...left, pending: session.pending.slice(0, -1) }
    return { session: { ...dropped, [to]: [...session[to], { key: null, edits: last.edits }] }, refused: null }
  }
  const made = push(left, key, back.edits)
  if ('code' in made) return { session: left, refused: made }
  return { session: { ...made.next, [to]: [...session[to], { key, edits: made.batch.undo }] }, refused: null }
}

/** The first waiting batch was saved; the answer brings what others did before it. Null: too much has happened, load the tree anew. */
export function applyAnswer(session: EditSession, { revision, batches }: EditsReply): Rebased | null {
  const [own, ...rest] = session.pending
  if (!own || batches === null) return null
  const before = batches.filter((batch) => batch.revision !== revision)
  if (before.length === 0) return { session: { ...session, revision, base: own.after, pending: rest }, takenBack: [] }
  const base = replay(session.base, before)
  const done = base && applyEdits(base, own.edits)
  if (!done?.ok) return null
  return rebased({ ...renamed(session, own.key, done.undo), revision, base: done.tree, pending: rest })
}

/** What others did since. Null: load the tree anew. */
export function caughtUp(session: EditSession, { revision, batches }: EditsReply): Rebased | null {
  if (revision <= session.revision) return { session, takenBack: [] }
  const base = batches && replay(session.base, batches)
  return base ? rebased({ ...session, revision, base }) : null
}

/** The tree was loaded anew. `saved`: the first waiting batch is in it. */
export function reloaded(session: EditSession, revision: number, base: Tree, saved: boolean): Rebased {
  return rebased({ ...session, revision, base, pending: saved ? session.pending.slice(1) : session.pending })
}

/** Takes waiting batches back: the server refused them, or the author thought better of it. */
export function withoutBatches(session: EditSession, keys: ReadonlySet<number>): Rebased {
  const kept = session.pending.filter((batch) => !keys.has(batch.key))
  return rebased(forgotten({ ...session, pending: kept }, keys))
}

function replay(tree: Tree, batches: readonly { edits: readonly Edit[] }[]): Tree | null {
  let now = tree
  for (const { edits } of batches) {
    const done = applyEdits(now, edits)
    if (!done.ok) return null
    now = done.tree
  }
  return now
}

/** Does the waiting batches again on a new base; those that do not fit any more fall out. */
function rebased(session: EditSession): Rebased {
  const pending: EditBatch[] = []
  const takenBack: TakenBack[] = []
  let now = session.base
  let next = session
  for (const batch of session.pending) {
    const done = applyEdits(now, batch.edits)
    if (!done.ok) {
      takenBack.push({ batch, why: done })
      continue
    }
    now = done.tree
    pending.push({ ...batch, undo: done.undo, after: now })
    next = renamed(next, batch.key, done.undo)
  }
  const gone = new Set(takenBack.map(({ batch }) => batch.key))
  return { session: forgotten({ ...next, pending }, gone), takenBack }
}

/** The way back over a batch, as it is after a rebase. */
function renamed(session: EditSession, key: number, undo: readonly Edit[]): EditSession {
  const change = (list: readonly Backwards[]) => list.map((one) => (one.key === key ? { key, edits: undo } : one))
  return { ...session, done: change(session.done), undone: change(session.undone) }
}

function forgotten(session: EditSession, keys: ReadonlySet<number>): EditSession {
  if (keys.size === 0) return session
  const keep = (list: readonly Backwards[]) => list.filter((one) => one.key === null || !keys.has(one.key))
  return { ...session, done: keep(session.done), undone: keep(session.undone) }
}
