import type { AlertKind } from '#web/ui/alert.tsx'
import { createObservable } from '#web/shell/start/observable.ts'

/** An alert that disappears by itself [3.21]. */
interface PassingAlert {
  id: number
  type: AlertKind
  text: string
  /** Milliseconds until it disappears. */
  duration: number
  /** Undoes the action that the alert reports. */
  undo: (() => void) | undefined
}

/** How long an alert is shown unless it says otherwise [9.3]. */
const DURATION_MS = 5_000

export type Alerts = ReturnType<typeof createAlerts>

/** The list of open alerts, and `show` to add one. */
export function createAlerts() {
  const list = createObservable<readonly PassingAlert[]>([])
  let last = 0
  const dismiss = (id: number) => list.set(list.get().filter((alert) => alert.id !== id))
  return {
    get: list.get,
    subscribe: list.subscribe,
    dismiss,
    show(text: string, type: AlertKind = 'note', duration: number = DURATION_MS, undo?: () => void): void {
      const id = ++last
      list.set([...list.get(), { id, type, text, duration, undo }])
      setTimeout(() => dismiss(id), duration)
    },
  }
}
