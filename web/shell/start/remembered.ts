import { wait } from '#web/api/back-off.ts'

/** Data as it was when the server last gave it. */
export interface Seen<T> {
  data: T
  /** Unix ms. */
  at: number
}

const NAME = 'rungs-seen'
const address = (key: string) => `/seen/${encodeURIComponent(key)}`

/**
 * Keeps the last answers for the time without network. The Cache API holds them because a curriculum is too large for
 * localStorage; where there is none (plain http), nothing is kept and offline shows nothing old.
 */
async function open(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null
  return caches.open(NAME).catch(() => null)
}

async function remember<T>(key: string, seen: Seen<T>): Promise<void> {
  const cache = await open()
  await cache?.put(address(key), new Response(JSON.stringify(seen))).catch(() => undefined)
}

export async function recall<T>(key: string): Promise<Seen<T> | null> {
  const cache = await open()
  const response = await cache?.match(address(key)).catch(() => undefined)
  if (!response) return null
  try {
    return (await response.json()) as Seen<T>
  } catch {
    return null
  }
}

/** Whether an answer is kept, without reading it. */
export async function isRemembered(key: string): Promise<boolean> {
  const cache = await open()
  return (await cache?.match(address(key)).catch(() => undefined)) !== undefined
}

/** Grows with each forgetting: an answer that was asked for before it is not kept after it. */
let forgotten = 0

/** Whose the answers are, when they were put back for somebody. */
const OWNER = 'owner'

async function owner(): Promise<unknown> {
  const kept = await (await open())?.match(address(OWNER)).catch(() => undefined)
  return kept?.json()
}

/** Everything that is kept, as text by its key, for who leaves the device to another and comes back. */
export async function seenEntries(): Promise<[key: string, text: string][]> {
  const cache = await open()
  const keys = (await cache?.keys()) ?? []
  const nameOf = (request: Request) => decodeURIComponent(new URL(request.url).pathname.slice('/seen/'.length))
  const entries = keys.map(async (request): Promise<[string, string]> => {
    return [nameOf(request), (await (await cache?.match(request))?.text()) ?? 'null']
  })
  return (await Promise.all(entries)).filter(([key]) => key !== OWNER)
}

/** In place of what another one saw. */
export async function putBack(user: string, entries: readonly (readonly [key: string, text: string])[]): Promise<void> {
  await forgetAll(null)
  const cache = await open()
  for (const [key, text] of entries) await cache?.put(address(key), new Response(text))
  await cache?.put(address(OWNER), new Response(JSON.stringify(user)))
}

/** The next person at this device sees nothing of the last one. What was put back for `user`, who is here now, stays. */
export async function forgetAll(user: string | null): Promise<void> {
  forgotten++
  if (!('caches' in globalThis)) return
  if (user !== null && (await owner()) === user) return
  await caches.delete(NAME).catch(() => false)
}

/** Asks the server, and falls back to what was seen when nobody answers. */
export async function seenOr<T>(key: string, ask: () => Promise<T>, now: () => number = Date.now): Promise<Seen<T>> {
  const era = forgotten
  try {
    const seen = { data: await ask(), at: now() }
    if (era === forgotten) void remember(key, seen)
    return seen
  } catch (error) {
    const last = isUnanswered(error) ? await recall<T>(key) : null
    if (last) return last
    throw error
  }
}

/** So long an answer is waited for where an earlier one is kept: a poolside network answers late or never. */
const PATIENCE_MS = 1_000

/** How often each was asked for: only the newest question's answer comes late. */
const asked = new Map<string, number>()

/** The same, and what was seen also when no answer is there soon; the answer that comes after it is handed to `late`. */
export async function seenSoon<T>(key: string, ask: () => Promise<T>, late: (seen: Seen<T>) => void): Promise<Seen<T>> {
  const era = forgotten
  const nth = (asked.get(key) ?? 0) + 1
  asked.set(key, nth)
  const answer = seenOr(key, ask)
  // what was answered in time is not read from the device as well
  const told = new AbortController()
  const patience = wait(PATIENCE_MS, told.signal).then(() => recall<T>(key))
  const last = await Promise.race([answer.then(() => null), patience]).finally(() => told.abort())
  if (last === null) return answer
  const isNews = () => era === forgotten && asked.get(key) === nth
  answer.then(
    (seen) => (isNews() ? late(seen) : undefined),
    () => undefined,
  )
  return last
}

export function isUnanswered(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return status === 0 || status === 502 || status === 503 || status === 504 || status === 540
}
