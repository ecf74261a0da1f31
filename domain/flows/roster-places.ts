/** A stored place of a member or coach in a group, from the first to the last day. Days are YYYY-MM-DD. */
export interface BookedPlace {
  /** The id of the member or coach. */
  person: string
  from: string
  /** The last day; null while none is set. */
  to: string | null
}

/**
 * A booking of the course provider. Without `from` it begins on the day of its first import, or on the group's first
 * day if that is later.
 */
export interface Booking {
  person: string
  from: string | null
  to: string | null
}

/** The group of the places, and the dates of the import. */
export interface RosterGroup {
  firstDate: string
  /** The group has ended, so nobody has a place in it. */
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
  const key = ({ person, from }: { person: string; from: string }) => `${person} ${from}`
  const isOpen = ({ to }: { to: string | null }) => to === null || to >= today
  const open = existing.filter(isOpen)
  const booked = ended ? [] : bookings.filter(isOpen)
  /** The places that are booked, by person and first day. */
  const target = new Map<string, BookedPlace>()
  for (const { person, from: bookedFrom, to: lastDay } of booked) {
    const firstDays = booked.flatMap((other) => (other.person === person && other.from !== null ? [other.from] : []))
    // a booking without a first day adds nothing to one with a first day that has begun
    if (bookedFrom === null && firstDays.some((from) => from <= today)) continue
    // a booking without a first day continues the earliest open place that no booking with a first day has
    const openFrom = open.flatMap((place) => (place.person === person ? [place.from] : []))
    const [earliest] = openFrom.filter((from) => !firstDays.includes(from)).toSorted()
    const from = bookedFrom ?? earliest ?? (firstDate > today ? firstDate : today)
    // two bookings with the same first day are one place, which lasts until the later last day
    const earlier = target.get(key({ person, from }))
    const earlierLastsLonger = earlier && (earlier.to === null || (lastDay !== null && earlier.to > lastDay))
    target.set(key({ person, from }), { person, from, to: earlierLastsLonger ? earlier.to : lastDay })
  }
  const openByKey = new Map(open.map((place) => [key(place), place]))
  const places = [...target.values()]
  return {
    entered: places.filter((place) => !openByKey.has(key(place))),
    changed: places.filter((place) => openByKey.has(key(place)) && openByKey.get(key(place))?.to !== place.to),
    ended: open.filter((place) => !target.has(key(place))).map((place) => ({ ...place, to: yesterday })),
  }
}
