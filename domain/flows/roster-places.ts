/** A member's or coach's place in a group, from the first to the last day. Days are YYYY-MM-DD. */
export interface BookedPlace {
  person: string
  from: string
  /** The last day, or null. */
  to: string | null
}

/** A booking of the course provider; without `from` it begins on the day of its first import. */
export interface Booking {
  person: string
  from: string | null
  to: string | null
}

/** The group of the places; after it has ended nobody has a place. */
export interface RosterGroup {
  firstDate: string
  ended: boolean
  today: string
  yesterday: string
}

/**
 * The writes after which the open places of a group are those that are booked: `entered` are new places, `changed` have
 * another last day, `ended` get yesterday as their last day. Places that are over already stay as they are.
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
  for (const { person, from: bookedFrom, to: last } of booked) {
    const dated = booked.flatMap((other) => (other.person === person && other.from !== null ? [other.from] : []))
    // a booking without a first day adds nothing to one with a first day that has begun
    if (bookedFrom === null && dated.some((from) => from <= today)) continue
    const known = open.map((place) => (place.person === person ? place.from : '')).filter(Boolean)
    const [earliest] = known.filter((from) => !dated.includes(from)).toSorted()
    const from = bookedFrom ?? earliest ?? (firstDate > today ? firstDate : today)
    const before = wanted.get(`${person} ${from}`)
    // two bookings with the same first day are one place, which lasts until the later last day
    const to = before && (before.to === null || (last !== null && before.to > last)) ? before.to : last
    wanted.set(`${person} ${from}`, { person, from, to })
  }
  const key = ({ person, from }: BookedPlace) => `${person} ${from}`
  const openByKey = new Map(open.map((place) => [key(place), place]))
  const all = [...wanted.values()]
  return {
    entered: all.filter((place) => !openByKey.has(key(place))),
    changed: all.filter((place) => openByKey.has(key(place)) && openByKey.get(key(place))?.to !== place.to),
    ended: open.filter((place) => !wanted.has(key(place))).map((place) => ({ ...place, to: yesterday })),
  }
}
