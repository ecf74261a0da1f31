/** What a tablet needs before it leaves the network. */
export interface Readiness {
  /** The groups and marks on it are of today. */
  data: boolean
  /** Every curriculum that its groups follow is on it. */
  curricula: boolean
  /** The portal itself is on it, so that a new tab opens. */
  portal: boolean
  /** There is room for marks. */
  room: boolean
  /** The session lasts out the day. */
  session: boolean
}

/** A long day at the pool. */
const LONGEST_DAY_MS = 12 * 60 * 60 * 1000

export function lastsTheDay(sessionEnds: number, now: number): boolean {
  return sessionEnds - now >= LONGEST_DAY_MS
}

/** In the order in which a coach can do something about them. */
const order = ['session', 'data', 'curricula', 'portal', 'room'] as const

export function missing(readiness: Readiness): (keyof Readiness)[] {
  return order.filter((part) => !readiness[part])
}
