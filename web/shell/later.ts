import { createElement, useEffect, useState, type ComponentType } from 'react'

/** Loads of parts that the first screen does not need. */
const waiting: (() => Promise<unknown>)[] = []

const AGAIN_MS = 3_000

/**
 * A component fetched when it is first shown, or when the page is idle, whichever is sooner: a part that is fetched
 * only on a press would be gone after the next release, and missing without a network. Where React's `lazy` would
 * fail for good, this shows nothing and tries again.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const once = async () => (loaded ??= await load())
  waiting.push(once)

  return function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let ended = false
      const attempt = () =>
        void once().then(
          (component) => {
            if (!ended) setPart(() => component)
          },
          () => {
            if (!ended) timer = setTimeout(attempt, AGAIN_MS)
          },
        )
      attempt()
      return () => {
        ended = true
        clearTimeout(timer)
      }
    }, [Part])
    return Part ? createElement(Part, props) : null
  }
}

/** Fetches them all once the page is idle; a failure waits for the moment the part is shown. */
export function loadTheRest(): void {
  const start = () => {
    for (const load of waiting) void load().catch(() => undefined)
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 2_000 })
  else setTimeout(start, 500)
}
