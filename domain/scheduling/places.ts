/** A place in a group: its first day, and its last one where that is known. Days are YYYY-MM-DD. */
export interface HeldPlace {
  from: string
  to: string | null
}

/** How many places are held on a day. */
export function heldOn(places: readonly HeldPlace[], day: string): number {
  return places.filter(({ from, to }) => from <= day && (to === null || to >= day)).length
}

/** The most places that are held on one day, from a day on. */
export function mostHeld(places: readonly HeldPlace[], day: string): number {
  const days = [day, ...places.map(({ from }) => from).filter((from) => from > day)]
  return Math.max(...days.map((one) => heldOn(places, one)))
}
