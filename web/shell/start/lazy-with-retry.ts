import { createElement, startTransition, useEffect, useState, type ComponentType } from 'react'
import { addWords, type LoadWords } from '#web/shell/i18n/language.ts'
import { PartMissing } from './part-missing.tsx'

/** Loads of parts that no screen has needed yet. */
const waiting: (() => Promise<unknown>)[] = []
let started = false
let fetching = false

/** So long a later screen has to stand before parts of its own are fetched. */
const STANDS_MS = 3_000

const AGAIN_MS = 3_000
/** [9.17]: a fetch that hangs counts as failed. */
const LONGEST_MS = 120_000

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('the part does not come')), LONGEST_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/**
 * A component fetched when it is first shown, or when the page is idle, whichever is sooner: a part that is fetched
 * only on a press would be gone after the next release, and missing without a network. Where React's `lazy` would
 * fail for good, this says that the part is missing and tries again. `words` are those that the first screen lacks.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...words: readonly LoadWords[]
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const once = async () => {
    const [component] = await Promise.all([load(), ...words.map(addWords)])
    return (loaded ??= component)
  }
  if (started) setTimeout(join, STANDS_MS, once)
  else waiting.push(once)

  return function Lazy(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [missing, setMissing] = useState(false)
    useEffect(() => {
      if (Part) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let ended = false
      const attempt = () =>
        void inTime(once()).then(
          (component) => {
            if (!ended) startTransition(() => setPart(() => component))
          },
          () => {
            if (ended) return
            setMissing(true)
            timer = setTimeout(attempt, AGAIN_MS)
          },
        )
      attempt()
      return () => {
        ended = true
        clearTimeout(timer)
      }
    }, [Part])
    if (Part) return createElement(Part, props)
    return missing ? createElement(PartMissing) : null
  }
}

/** The same for a portal whose later parts share words. */
export const lazyWithWords =
  (shared: LoadWords) =>
  <Props extends object>(load: () => Promise<ComponentType<Props>>, ...words: LoadWords[]): ComponentType<Props> =>
    lazyWithRetry(load, shared, ...words)

/** Begins to fetch them one by one, each when the page is idle; a failure waits for the moment the part is shown. */
export function loadTheRest(): void {
  started = true
  void fetchRest()
}

function join(load: () => Promise<unknown>): void {
  waiting.push(load)
  void fetchRest()
}

async function fetchRest(): Promise<void> {
  if (fetching) return
  fetching = true
  for (let load = waiting.shift(); load; load = waiting.shift()) {
    await new Promise<void>((go) => whenIdle(go))
    await inTime(load()).catch(() => undefined)
  }
  fetching = false
}

/** At the latest after `latestMs`: a slow device may find no idle moment for seconds, though it does little. */
export function whenIdle(start: () => void, latestMs = 2_000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: latestMs })
  else setTimeout(start, Math.min(latestMs, 500))
}
