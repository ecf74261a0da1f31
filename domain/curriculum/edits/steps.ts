/** An edit batch as one move of a step: made, taken back, or made again. */
export interface Move {
  revision: number
  /** The revision of the step's first batch. */
  step: number
  /** False: the batch takes its step back. */
  forward: boolean
}

/**
 * What moves do in sum: of each step the first batch that did what is left of it, in their order. A step that was taken
 * back has none; one that was taken back and made again is as good as made once.
 */
export function effective<M extends Move>(moves: readonly M[]): M[] {
  const sums = new Map<number, number>()
  for (const { step, forward } of moves) sums.set(step, (sums.get(step) ?? 0) + (forward ? 1 : -1))
  const found = new Set<number>()
  return moves.filter(({ step, forward }) => {
    const sum = sums.get(step) ?? 0
    if (sum === 0 || sum > 0 !== forward || found.has(step)) return false
    found.add(step)
    return true
  })
}

/**
 * What an author can undo and redo after a reload, the next one last: of each step its newest batch. A step that was
 * taken back can be made again until the author begins another one.
 */
export function undoableSteps<M extends Move>(newestOfSteps: readonly M[]): { undo: M[]; redo: M[] } {
  const ordered = newestOfSteps.toSorted((a, b) => a.revision - b.revision)
  const lastBegun = Math.max(...ordered.map(({ step }) => step))
  return {
    undo: ordered.filter(({ forward }) => forward),
    redo: ordered.filter(({ forward, revision }) => !forward && revision > lastBegun),
  }
}

/** A saved batch, or an update of linked nodes. */
interface Batch {
  /** The id of its author. */
  by: string
  atMs: number
  name: string | null
  release?: boolean | null
  linked?: boolean | null
}

/** Steps of one author with less than half an hour between them are one entry of the history. */
const ENTRY_MS = 30 * 60_000

/**
 * Puts batches, the oldest first, together to entries of one author. A batch that has a name is the last of its entry,
 * the release of a working copy is an entry by itself, and updates of linked nodes are not put together with others.
 */
export function toEntries<B extends Batch>(batches: readonly B[]): B[][] {
  const entries: B[][] = []
  for (const batch of batches) {
    const entry = entries.at(-1)
    const last = entry?.at(-1)
    const isAlone =
      batch.release === true || last?.release === true || last?.name !== null || batch.linked !== last.linked
    if (entry && last && !isAlone && last.by === batch.by && batch.atMs - last.atMs < ENTRY_MS) entry.push(batch)
    else entries.push([batch])
  }
  return entries
}
