/** A place in a group: its first day, and its last one where that is known. Days are YYYY-MM-DD. */
export interface GroupPlace {
  from: string
  to: string | null
}

/** How many places are taken on a day. */
export function placesTakenOn(places: readonly GroupPlace[], day: string): number {
  return places.filter(({ from, to }) => from <= day && (to === null || to >= day)).length
}

/** The most places that are taken on one day, from a day on. */
export function mostPlacesTaken(places: readonly GroupPlace[], day: string): number {
  const days = [day, ...places.map(({ from }) => from).filter((from) => from > day)]
  return Math.max(...days.map((one) => placesTakenOn(places, one)))
}
