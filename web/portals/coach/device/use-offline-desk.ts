import { useEffect, useState, useSyncExternalStore } from 'react'
import { openOfflineDesk, type OfflineDesk, type OfflineView } from '#web/offline/offline-desk.ts'

const noDesk = { subscribe: () => () => undefined, snapshot: () => null }

/** The queue of this coach on this tablet; null until it was read. */
export function useOfflineDesk(userUuid: string | undefined): { desk: OfflineDesk | null; view: OfflineView | null } {
  const [desk, setDesk] = useState<OfflineDesk | null>(null)
  useEffect(() => {
    if (userUuid === undefined) return undefined
    let left = false
    const opening = openOfflineDesk(userUuid)
    void opening.then((opened) => (left ? undefined : setDesk(opened)))
    return () => {
      left = true
      void opening.then((opened) => opened.close())
      setDesk(null)
    }
  }, [userUuid])
  const { subscribe, snapshot } = desk ?? noDesk
  return { desk, view: useSyncExternalStore<OfflineView | null>(subscribe, snapshot) }
}
