/** A member's place in a group: its first day and its last one, null while it is open. Days are YYYY-MM-DD. */
export interface GroupPlace {
  from: string
  to: string | null
}

/** How many places are taken on a day. */
export function placesTakenOn(places: readonly GroupPlace[], day: string): number {
  return places.filter(({ from, to }) => from <= day && (to === null || to >= day)).length
}

/** The highest number of places that are taken on any one day from `day` on [R6.9]. */
export function maxPlacesTaken(places: readonly GroupPlace[], day: string): number {
  const days = [day, ...places.map(({ from }) => from).filter((from) => from > day)]
  return Math.max(...days.map((date) => placesTakenOn(places, date)))
}
