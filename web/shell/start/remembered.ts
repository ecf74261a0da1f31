import { wait } from '#web/api/back-off.ts'

/** Data as the server last returned it. */
export interface Seen<T> {
  data: T
  /** Unix ms. */
  at: number
}

const NAME = 'rungs-seen'
const cacheUrl = (key: string) => `/seen/${encodeURIComponent(key)}`

/**
 * The cache of the server's last answers, which pages show offline. It uses the Cache API, because a curriculum is too
 * large for localStorage. Where that is missing (plain http), nothing is kept.
 */
async function open(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null
  return caches.open(NAME).catch(() => null)
}

async function remember<T>(key: string, seen: Seen<T>): Promise<void> {
  const cache = await open()
  await cache?.put(cacheUrl(key), new Response(JSON.stringify(seen))).catch(() => undefined)
}

/** The stored answer; null if there is none. */
export async function recall<T>(key: string): Promise<Seen<T> | null> {
  const cache = await open()
  const response = await cache?.match(cacheUrl(key)).catch(() => undefined)
  if (!response) return null
  try {
    return (await response.json()) as Seen<T>
  } catch {
    return null
  }
}

/** Whether there is an answer, without reading it. */
export async function isRemembered(key: string): Promise<boolean> {
  const cache = await open()
  return (await cache?.match(cacheUrl(key)).catch(() => undefined)) !== undefined
}

/** Counts the calls of `forgetAll`: an answer that was requested before one is not stored after it. */
let forgotten = 0

/** The key under which `putBack` notes the user to whom the answers belong. */
const OWNER = 'owner'

async function owner(): Promise<unknown> {
  const response = await (await open())?.match(cacheUrl(OWNER)).catch(() => undefined)
  return response?.json()
}

/** All answers as texts by key, to be put back when a user returns to a device that a switched user had meanwhile. */
export async function seenEntries(): Promise<[key: string, text: string][]> {
  const cache = await open()
  const keys = (await cache?.keys()) ?? []
  const keyOf = (request: Request) => decodeURIComponent(new URL(request.url).pathname.slice('/seen/'.length))
  const entries = keys.map(async (request): Promise<[string, string]> => {
    return [keyOf(request), (await (await cache?.match(request))?.text()) ?? 'null']
  })
  return (await Promise.all(entries)).filter(([key]) => key !== OWNER)
}

/** Replaces all answers by those that this user saw earlier. */
export async function putBack(user: string, entries: readonly (readonly [key: string, text: string])[]): Promise<void> {
  await forgetAll(null)
  const cache = await open()
  for (const [key, text] of entries) await cache?.put(cacheUrl(key), new Response(text))
  await cache?.put(cacheUrl(OWNER), new Response(JSON.stringify(user)))
}

/** Removes all answers, so that the next user of the device sees nothing of them; keeps those that were put back for `user`. */
export async function forgetAll(user: string | null): Promise<void> {
  forgotten++
  if (!('caches' in globalThis)) return
  if (user !== null && (await owner()) === user) return
  await caches.delete(NAME).catch(() => false)
}

/** Asks the server, and falls back to its last answer when it cannot be reached. */
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

/** How long to wait for an answer before an earlier one is shown: a poolside network answers late or never. */
const PATIENCE_MS = 1_000

/** How often each key was requested. Only the answer to the newest request may arrive late. */
const requests = new Map<string, number>()

/** Like `seenOr`, but also falls back when no answer comes soon; the answer that comes after that is passed to `late`. */
export async function seenSoon<T>(key: string, ask: () => Promise<T>, late: (seen: Seen<T>) => void): Promise<Seen<T>> {
  const era = forgotten
  const nth = (requests.get(key) ?? 0) + 1
  requests.set(key, nth)
  const answer = seenOr(key, ask)
  // an answer in time makes reading the stored one unnecessary
  const answered = new AbortController()
  const patience = wait(PATIENCE_MS, answered.signal).then(() => recall<T>(key))
  const last = await Promise.race([answer.then(() => null), patience]).finally(() => answered.abort())
  if (last === null) return answer
  const isCurrent = () => era === forgotten && requests.get(key) === nth
  answer.then(
    (seen) => (isCurrent() ? late(seen) : undefined),
    () => undefined,
  )
  return last
}

/** Whether a call failed because the server could not be reached, or is in maintenance, and not because of what was asked. */
export function isUnanswered(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return status === 0 || status === 502 || status === 503 || status === 504 || status === 540
}
