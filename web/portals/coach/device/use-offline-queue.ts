import { useEffect, useState, useSyncExternalStore } from 'react'
import { openOfflineQueue, type OfflineQueue, type QueueView } from '#web/offline/offline-queue.ts'

const noQueue = { subscribe: () => () => undefined, snapshot: () => null }

/** The coach's queue on this tablet and its current view; both null until it was read. */
export function useOfflineQueue(userUuid: string | undefined): { queue: OfflineQueue | null; view: QueueView | null } {
  const [queue, setQueue] = useState<OfflineQueue | null>(null)
  useEffect(() => {
    if (userUuid === undefined) return undefined
    let unmounted = false
    const opening = openOfflineQueue(userUuid)
    void opening.then((opened) => (unmounted ? undefined : setQueue(opened)))
    return () => {
      unmounted = true
      void opening.then((opened) => opened.close())
      setQueue(null)
    }
  }, [userUuid])
  const { subscribe, snapshot } = queue ?? noQueue
  return { queue, view: useSyncExternalStore<QueueView | null>(subscribe, snapshot) }
}
