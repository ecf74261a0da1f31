import type { EditsReply } from '#contract/curriculum/authoring.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import type { Edit, Refused, Tree } from '#domain/curriculum/tree.ts'

/** One step of this author that the server does not have yet. */
export interface Step {
  key: number
  edits: readonly Edit[]
  /** Takes it back, on the tree as it stands after it. */
  undo: readonly Edit[]
  /** The tree with it. */
  after: Tree
}

/** What undo or redo would do; `key` is the step that it takes back, null when that never left this page. */
interface Backwards {
  key: number | null
  edits: readonly Edit[]
}

/**
 * An author's page: the tree as the server has it, the own steps on top of it, and the way back. Never changed in
 * place. Steps of others come below the waiting ones, which are done again on top.
 */
export interface Bench {
  revision: number
  base: Tree
  pending: readonly Step[]
  done: readonly Backwards[]
  undone: readonly Backwards[]
}

/** A waiting step that the tree, as others have made it, does not allow any more. */
export interface TakenBack {
  step: Step
  why: Why
}

/** A reason of the tree's own rules, or a code of the API. */
export interface Why {
  code: string
  id: string
  ids: readonly string[]
}

export interface Rebased {
  bench: Bench
  takenBack: TakenBack[]
}

/** More undos than this nobody presses. */
const MOST_UNDO = 500

export function emptyBench(revision: number, base: Tree): Bench {
  return { revision, base, pending: [], done: [], undone: [] }
}

/** The tree as this author sees it. */
export function shown(bench: Bench): Tree {
  return bench.pending.at(-1)?.after ?? bench.base
}

/** Does edits as one step. */
export function perform(bench: Bench, key: number, edits: readonly Edit[]): Bench | Refused {
  const made = push(bench, key, edits)
  if ('code' in made) return made
  const { step, next } = made
  return { ...next, done: [...bench.done.slice(-MOST_UNDO), { key, edits: step.undo }], undone: [] }
}

function push(bench: Bench, key: number, edits: readonly Edit[]): { step: Step; next: Bench } | Refused {
  const done = applyEdits(shown(bench), edits)
  if (!done.ok) return done
  const step = { key, edits, undo: done.undo, after: done.tree }
  return { step, next: { ...bench, pending: [...bench.pending, step] } }
}

/**
 * Undoes the last own step, or redoes the last undone one. A step that never left the page is simply dropped; `sentKey`
 * is the one that may have. Null when there is nothing to do; a refusal when others have made it impossible: it is then
 * forgotten.
 */
export function turn(
  bench: Bench,
  way: 'undo' | 'redo',
  key: number,
  sentKey: number | null,
): { bench: Bench; refused: Refused | null } | null {
  const [from, to] = way === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const)
  const back = bench[from].at(-1)
  if (!back) return null
  const left = { ...bench, [from]: bench[from].slice(0, -1) }
  const last = bench.pending.at(-1)
  if (last && last.key === back.key && last.key !== sentKey) {
    const dropped = { ...left, pending: bench.pending.slice(0, -1) }
    return { bench: { ...dropped, [to]: [...bench[to], { key: null, edits: last.edits }] }, refused: null }
  }
  const made = push(left, key, back.edits)
  if ('code' in made) return { bench: left, refused: made }
  return { bench: { ...made.next, [to]: [...bench[to], { key, edits: made.step.undo }] }, refused: null }
}

/** The first waiting step was saved; the answer brings what others did before it. Null: too much has happened, load the tree anew. */
export function answered(bench: Bench, { revision, steps }: EditsReply): Rebased | null {
  const [own, ...rest] = bench.pending
  if (!own || steps === null) return null
  const before = steps.filter((step) => step.revision !== revision)
  if (before.length === 0) return { bench: { ...bench, revision, base: own.after, pending: rest }, takenBack: [] }
  const base = replay(bench.base, before)
  const done = base && applyEdits(base, own.edits)
  if (!done?.ok) return null
  return rebased({ ...renamed(bench, own.key, done.undo), revision, base: done.tree, pending: rest })
}

/** What others did since. Null: load the tree anew. */
export function caughtUp(bench: Bench, { revision, steps }: EditsReply): Rebased | null {
  if (revision <= bench.revision) return { bench, takenBack: [] }
  const base = steps && replay(bench.base, steps)
  return base ? rebased({ ...bench, revision, base }) : null
}

/** The tree was loaded anew. `saved`: the first waiting step is in it. */
export function reloaded(bench: Bench, revision: number, base: Tree, saved: boolean): Rebased {
  return rebased({ ...bench, revision, base, pending: saved ? bench.pending.slice(1) : bench.pending })
}

/** Takes waiting steps back: the server refused them, or the author thought better of it. */
export function without(bench: Bench, keys: ReadonlySet<number>): Rebased {
  const kept = bench.pending.filter((step) => !keys.has(step.key))
  return rebased(forgotten({ ...bench, pending: kept }, keys))
}

function replay(tree: Tree, steps: readonly { edits: readonly Edit[] }[]): Tree | null {
  let now = tree
  for (const { edits } of steps) {
    const done = applyEdits(now, edits)
    if (!done.ok) return null
    now = done.tree
  }
  return now
}

/** Does the waiting steps again on a new base; those that do not fit any more fall out. */
function rebased(bench: Bench): Rebased {
  const pending: Step[] = []
  const takenBack: TakenBack[] = []
  let now = bench.base
  let next = bench
  for (const step of bench.pending) {
    const done = applyEdits(now, step.edits)
    if (!done.ok) {
      takenBack.push({ step, why: done })
      continue
    }
    now = done.tree
    pending.push({ ...step, undo: done.undo, after: now })
    next = renamed(next, step.key, done.undo)
  }
  const gone = new Set(takenBack.map(({ step }) => step.key))
  return { bench: forgotten({ ...next, pending }, gone), takenBack }
}

/** The way back over a step, as it is after a rebase. */
function renamed(bench: Bench, key: number, undo: readonly Edit[]): Bench {
  const change = (list: readonly Backwards[]) => list.map((one) => (one.key === key ? { key, edits: undo } : one))
  return { ...bench, done: change(bench.done), undone: change(bench.undone) }
}

function forgotten(bench: Bench, keys: ReadonlySet<number>): Bench {
  if (keys.size === 0) return bench
  const keep = (list: readonly Backwards[]) => list.filter((one) => one.key === null || !keys.has(one.key))
  return { ...bench, done: keep(bench.done), undone: keep(bench.undone) }
}
