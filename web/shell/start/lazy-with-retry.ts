import { createElement, startTransition, useEffect, useState, type ComponentType } from 'react'
import { addWords, type LoadWords } from '#web/shell/i18n/language.ts'
import type { ConnectionWatch } from './connection.ts'
import { PartMissing } from './part-missing.tsx'

/** The loaders of parts that no screen has needed yet. They wait until the first screen is shown. */
const waiting: (() => Promise<unknown>)[] = []
let connection: Pick<ConnectionWatch, 'get' | 'onReturn'> | null = null
let fetching = false

/**
 * How long a part waits, after the first screen or after it was declared, before it is fetched in advance: a phone is idle
 * for moments while it still draws that screen.
 */
const LATER_SCREEN_MS = 3_000

const RETRY_MS = 3_000
/** A fetch that takes longer counts as failed [9.17]. */
const TIMEOUT_MS = 120_000

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the part took too long to load')), TIMEOUT_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/**
 * A component whose code is fetched when it is first shown, or earlier when the page is idle: code that is fetched only
 * when it is needed would be gone after the next release, and missing offline. Where React's `lazy` fails for good,
 * this says that the part is missing and tries again. `words` loads the texts that the first screen does not have.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...words: readonly LoadWords[]
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    const [component] = await Promise.all([load(), ...words.map(addWords)])
    return (loaded ??= component)
  }
  if (connection) setTimeout(enqueue, LATER_SCREEN_MS, loadOnce)
  else waiting.push(loadOnce)

  return function Lazy(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [missing, setMissing] = useState(false)
    useEffect(() => {
      if (Part) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let unmounted = false
      const attempt = () =>
        void withTimeout(loadOnce()).then(
          (component) => {
            if (!unmounted) startTransition(() => setPart(() => component))
          },
          () => {
            if (unmounted) return
            setMissing(true)
            timer = setTimeout(attempt, RETRY_MS)
          },
        )
      attempt()
      return () => {
        unmounted = true
        clearTimeout(timer)
      }
    }, [Part])
    if (Part) return createElement(Part, props)
    return missing ? createElement(PartMissing) : null
  }
}

/** Returns a `lazyWithRetry` for a portal whose later parts have the texts `shared` in common. */
export const lazyWithWords =
  (shared: LoadWords) =>
  <Props extends object>(load: () => Promise<ComponentType<Props>>, ...words: LoadWords[]): ComponentType<Props> =>
    lazyWithRetry(load, shared, ...words)

/**
 * Fetches the waiting parts one by one, after a pause and each when the page is idle. A part that fails is tried again
 * when it is shown.
 */
export function loadWaitingParts(watch: Pick<ConnectionWatch, 'get' | 'onReturn'>): void {
  connection = watch
  setTimeout(() => void fetchWaiting(watch), LATER_SCREEN_MS)
}

function enqueue(load: () => Promise<unknown>): void {
  waiting.push(load)
  if (connection) void fetchWaiting(connection)
}

async function fetchWaiting(watch: Pick<ConnectionWatch, 'get' | 'onReturn'>): Promise<void> {
  if (fetching) return
  fetching = true
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    await new Promise<void>((resolve) => whenIdle(resolve))
    await untilReachable(watch)
    await withTimeout(load()).catch(() => undefined)
  }
  fetching = false
}

/**
 * Resolves when the server can be reached, or a service worker can answer in its place. Most browsers remember a failed
 * import until the page is reloaded, so parts fetched in advance without network would be missing after it returned.
 */
async function untilReachable(watch: Pick<ConnectionWatch, 'get' | 'onReturn'>): Promise<void> {
  if (watch.get().online || globalThis.navigator?.serviceWorker?.controller) return
  await new Promise<void>((resolve) => {
    const unsubscribe = watch.onReturn(() => {
      unsubscribe()
      resolve()
    })
  })
}

/** Calls `start` when the page is idle, or after `latestMs`: a slow device may not be idle for seconds. */
export function whenIdle(start: () => void, latestMs = 2_000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: latestMs })
  // without idle callbacks, as in Safari, a short pause must do
  else setTimeout(start, Math.min(latestMs, 500))
}
