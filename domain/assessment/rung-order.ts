import type { RungState } from './level-progress.ts'

const order: Record<RungState, number> = { done: 0, begun: 1, open: 2 }

/** The states of rungs in a row or ring: what is done comes first, so that it reads like a progress bar. */
export function doneFirst<S extends RungState>(states: readonly S[]): S[] {
  return states.toSorted((a, b) => order[a] - order[b])
}

/** The rungs as the ladder shows them from the top: what is left is read first. Rungs of one state keep their order. */
export function fromTopOfLadder<R extends { state: RungState }>(rungs: readonly R[]): R[] {
  return rungs.toSorted((a, b) => order[b.state] - order[a.state])
}
