import { includesDay, type Period } from './period.ts'

/** How many places of a group are taken on a day, by when each of them is taken. */
export function placesTakenOn(places: readonly Period[], day: string): number {
  return places.filter((place) => includesDay([place], day)).length
}

/** The highest number of places that are taken on any one day from `firstDay` on [R6.9]. */
export function maxPlacesTaken(places: readonly Period[], firstDay: string): number {
  // the number only rises on days on which a place begins, so no other days need counting
  const days = [firstDay, ...places.map(({ from }) => from).filter((from) => from > firstDay)]
  return Math.max(...days.map((day) => placesTakenOn(places, day)))
}
