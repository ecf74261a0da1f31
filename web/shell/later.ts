import { lazy, type ComponentType } from 'react'

/** Loads of parts that the first screen does not need. */
const waiting: (() => Promise<unknown>)[] = []

/**
 * A component fetched when it is first shown, or when the page is idle, whichever is sooner: a part that is fetched
 * only on a press would be gone after the next release, and missing without a network.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let flight: Promise<{ default: ComponentType<Props> }> | null = null
  const once = () => {
    flight ??= load().then((component) => ({ default: component }))
    return flight
  }
  waiting.push(once)
  // lazy wants a type with concrete props
  const Lazy = lazy(once as unknown as () => Promise<{ default: ComponentType<object> }>)
  return Lazy as unknown as ComponentType<Props>
}

/** Fetches them all; a failure waits for the moment the part is shown. */
export function loadTheRest(): void {
  for (const load of waiting) void load().catch(() => undefined)
}
