/** Somebody's place in a group, both days within. */
export interface BookedPlace {
  person: string
  from: string
  /** The last day, or null. */
  to: string | null
}

/** A booking as the provider says it; without `from` it begins when it is first heard of. */
export interface Booking {
  person: string
  from: string | null
  to: string | null
}

/** The group that places are in; an ended one has none. */
export interface RosterGroup {
  firstDate: string
  ended: boolean
  today: string
  yesterday: string
}

/**
 * What has to be written so that the open places of a group are those that are booked: `entered` is new, `changed` has
 * another last day, `ended` is over since yesterday. What is over already stays as it is.
 */
export function diffPlaces(
  { firstDate, ended, today, yesterday }: RosterGroup,
  bookings: readonly Booking[],
  existing: readonly BookedPlace[],
): { entered: BookedPlace[]; changed: BookedPlace[]; ended: BookedPlace[] } {
  const isOpen = (to: string | null) => to === null || to >= today
  const open = existing.filter(({ to }) => isOpen(to))
  const wanted = new Map<string, BookedPlace>()
  const booked = ended ? [] : bookings.filter(({ to }) => isOpen(to))
  for (const { person, from: said, to: last } of booked) {
    const dated = booked.flatMap((one) => (one.person === person && one.from !== null ? [one.from] : []))
    // who is in by a booking with a day needs none without
    if (said === null && dated.some((from) => from <= today)) continue
    const known = open.map((place) => (place.person === person ? place.from : '')).filter(Boolean)
    const [earliest] = known.filter((from) => !dated.includes(from)).toSorted()
    const from = said ?? earliest ?? (firstDate > today ? firstDate : today)
    const before = wanted.get(`${person} ${from}`)
    // two bookings of one day are one place, as long as the longer of them
    const to = before && (before.to === null || (last !== null && before.to > last)) ? before.to : last
    wanted.set(`${person} ${from}`, { person, from, to })
  }
  const at = ({ person, from }: BookedPlace) => `${person} ${from}`
  const stands = new Map(open.map((place) => [at(place), place]))
  const all = [...wanted.values()]
  return {
    entered: all.filter((place) => !stands.has(at(place))),
    changed: all.filter((place) => stands.has(at(place)) && stands.get(at(place))?.to !== place.to),
    ended: open.filter((place) => !wanted.has(at(place))).map((place) => ({ ...place, to: yesterday })),
  }
}
