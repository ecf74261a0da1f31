import { isUnanswered } from '#web/api/api-error.ts'
import { wait } from '#web/api/back-off.ts'

/** Data as the server returned it, just now or at an earlier call. */
export interface StoredAnswer<T> {
  data: T
  /** When the server answered, in Unix ms. */
  at: number
}

const CACHE_NAME = 'rungs-seen'
const cacheUrl = (key: string) => `/seen/${encodeURIComponent(key)}`

/**
 * The cache of the server's last answers, which pages show offline. It uses the Cache API, because a curriculum is too
 * large for localStorage. Where that is missing (plain http), nothing is kept.
 */
async function openCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null
  return caches.open(CACHE_NAME).catch(() => null)
}

async function store<T>(key: string, answer: StoredAnswer<T>): Promise<void> {
  const cache = await openCache()
  await cache?.put(cacheUrl(key), new Response(JSON.stringify(answer))).catch(() => undefined)
}

/** The stored answer; null if there is none. */
export async function readStored<T>(key: string): Promise<StoredAnswer<T> | null> {
  const cache = await openCache()
  const response = await cache?.match(cacheUrl(key)).catch(() => undefined)
  if (!response) return null
  try {
    return (await response.json()) as StoredAnswer<T>
  } catch {
    return null
  }
}

/** Whether an answer is stored, without reading it. */
export async function isStored(key: string): Promise<boolean> {
  const cache = await openCache()
  return (await cache?.match(cacheUrl(key)).catch(() => undefined)) !== undefined
}

/** Counts the calls of `removeStoredAnswers`: an answer that was requested before a call is not stored after it. */
let removals = 0

/** The key under which `restoreEntries` notes the user to whom the answers belong. */
const OWNER_KEY = 'owner'

async function readOwner(): Promise<unknown> {
  const response = await (await openCache())?.match(cacheUrl(OWNER_KEY)).catch(() => undefined)
  return response?.json()
}

/** All answers as texts by key, to be put back when a user returns to a device that a switched user had meanwhile. */
export async function storedEntries(): Promise<[key: string, text: string][]> {
  const cache = await openCache()
  const keys = (await cache?.keys()) ?? []
  const keyOf = (request: Request) => decodeURIComponent(new URL(request.url).pathname.slice('/seen/'.length))
  const entries = keys.map(async (request): Promise<[string, string]> => {
    return [keyOf(request), (await (await cache?.match(request))?.text()) ?? 'null']
  })
  return (await Promise.all(entries)).filter(([key]) => key !== OWNER_KEY)
}

/** Replaces all answers by those that this user got earlier. */
export async function restoreEntries(
  user: string,
  entries: readonly (readonly [key: string, text: string])[],
): Promise<void> {
  await removeStoredAnswers()
  const cache = await openCache()
  for (const [key, text] of entries) await cache?.put(cacheUrl(key), new Response(text))
  await cache?.put(cacheUrl(OWNER_KEY), new Response(JSON.stringify(user)))
}

/**
 * Removes all answers, so that the next user of the device sees nothing of them. Answers that `restoreEntries` put
 * back for `user` stay.
 */
export async function removeStoredAnswers(user: string | null = null): Promise<void> {
  removals++
  if (!('caches' in globalThis)) return
  if (user !== null && (await readOwner()) === user) return
  await caches.delete(CACHE_NAME).catch(() => false)
}

let requestCount = 0

/** The request whose answer was stored last under each key. An answer to an earlier one may arrive after it. */
const storedRequests = new Map<string, number>()

/** Calls the server by `fetchNow`, and falls back to its last answer when it cannot be reached. */
export async function fetchWithFallback<T>(
  key: string,
  fetchNow: () => Promise<T>,
  now: () => number = Date.now,
): Promise<StoredAnswer<T>> {
  const removalsBefore = removals
  const requestNumber = ++requestCount
  try {
    const answer = { data: await fetchNow(), at: now() }
    if (removals === removalsBefore && requestNumber > (storedRequests.get(key) ?? 0)) {
      storedRequests.set(key, requestNumber)
      void store(key, answer)
    }
    return answer
  } catch (error) {
    const stored = isUnanswered(error) ? await readStored<T>(key) : null
    if (stored) return stored
    throw error
  }
}

/** How long to wait for an answer before an earlier one is shown: a poolside network answers late or never. */
const PATIENCE_MS = 1_000

/** How often each key was requested. Only the answer to the newest request may arrive late. */
const requests = new Map<string, number>()

/**
 * Like `fetchWithFallback`, but also falls back when no answer comes soon; the answer that comes after that is passed
 * to `onLate`.
 */
export async function fetchWithQuickFallback<T>(
  key: string,
  fetchNow: () => Promise<T>,
  onLate: (answer: StoredAnswer<T>) => void,
): Promise<StoredAnswer<T>> {
  const removalsBefore = removals
  const requestNumber = (requests.get(key) ?? 0) + 1
  requests.set(key, requestNumber)
  const answer = fetchWithFallback(key, fetchNow)
  // an answer in time makes reading the stored one unnecessary
  const answered = new AbortController()
  const storedAfterPatience = wait(PATIENCE_MS, answered.signal).then(() => readStored<T>(key))
  const stored = await Promise.race([answer.then(() => null), storedAfterPatience]).finally(() => answered.abort())
  if (stored === null) return answer
  const isCurrent = () => removals === removalsBefore && requests.get(key) === requestNumber
  answer.then(
    (fresh) => (isCurrent() ? onLate(fresh) : undefined),
    () => undefined,
  )
  return stored
}
