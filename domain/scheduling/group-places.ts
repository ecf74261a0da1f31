/** A member's place in a group: its first and its last day, YYYY-MM-DD; `to` is null while no last day is set. */
export interface GroupPlace {
  from: string
  to: string | null
}

/** How many places are taken on a day. */
export function placesTakenOn(places: readonly GroupPlace[], day: string): number {
  return places.filter(({ from, to }) => from <= day && (to === null || to >= day)).length
}

/** The highest number of places that are taken on any one day from `firstDay` on [R6.9]. */
export function maxPlacesTaken(places: readonly GroupPlace[], firstDay: string): number {
  // the number only rises on days on which a place begins, so no other days need counting
  const days = [firstDay, ...places.map(({ from }) => from).filter((from) => from > firstDay)]
  return Math.max(...days.map((day) => placesTakenOn(places, day)))
}
