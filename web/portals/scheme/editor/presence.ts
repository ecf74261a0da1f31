import type { Presence } from '#contract/platform/events.ts'

/** Another author who has the scheme open. */
export type Person = Pick<Presence, 'user' | 'firstname' | 'lastname' | 'node'>

/** People by their ids, with the time when they were last heard of. */
export type People = ReadonlyMap<string, Person & { atMs: number }>

/** While somebody else is here, an author says this often that he still is. */
export const STILL_HERE_MS = 20_000

/** Who was not heard of for this long has left, for example by closing the browser. */
export const GONE_MS = 2.5 * STILL_HERE_MS

/** The people after one of them has said where he is, or that he leaves. */
export function heardOf(people: People, { user, firstname, lastname, node, here }: Presence, nowMs: number): People {
  const next = new Map(people)
  if (here) next.set(user, { user, firstname, lastname, node, atMs: nowMs })
  else next.delete(user)
  return next
}

/** The people without those who were not heard of for too long; the same map when all are still here. */
export function stillHere(people: People, nowMs: number): People {
  const left = [...people].filter(([, { atMs }]) => nowMs - atMs < GONE_MS)
  return left.length === people.size ? people : new Map(left)
}
