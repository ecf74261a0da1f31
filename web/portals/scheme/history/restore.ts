/** What the page of the history asks the editor to restore: all, or these nodes, as before a revision. */
export interface Restore {
  before: number
  nodes: readonly string[] | null
}

/** The state of an address that asks for a restore. It is no part of the address, so that no link can edit a scheme. */
export const restoreState = (restore: Restore) => ({ restore })

/** What the state of an address asks to restore; null for any other address. */
export function restoreIn(state: unknown): Restore | null {
  if (typeof state !== 'object' || state === null || !('restore' in state)) return null
  return state.restore as Restore
}
