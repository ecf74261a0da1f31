import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/groups.ts'
import { clockTime } from '#web/shell/dates.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { useCoach } from './use-coach.ts'

export interface Undone {
  memberUuid: string
  nodeId: string
}

export type Mark = (memberUuid: string, schemeSlug: string, nodeId: string, grade: number, pass: number) => void

export interface Marking {
  /** `HH:mm` of the last mark that this page saved. */
  savedAt: string | null
  /** The same function for as long as the page lives, so that rows need not render again. */
  mark: Mark
  undo: () => void
  canUndo: boolean
}

/**
 * Marks of one group on one day, saved on the device before the next tap; a failure is said and nothing is shown as
 * saved. `onUndone` hears what was taken back: it may not be in view.
 */
export function useMarking(group: Group | undefined, date: string, onUndone: (undone: Undone) => void): Marking {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const [saved, setSaved] = useState<{ at: string } | null>(null)
  const latest = useRef({ group, date, onUndone })
  useLayoutEffect(() => {
    latest.current = { group, date, onUndone }
  })
  const said = useCallback(
    (ok: boolean) => {
      // a new object each time: what can be undone has changed, even within the same minute
      if (ok) setSaved({ at: clockTime(Date.now()) })
      else alerts.show(t(store.snapshot().status.full ? 'coach.full' : 'coach.notSaved'), 'bad', 15_000)
    },
    [alerts, t, store],
  )
  const mark = useCallback<Mark>(
    (memberUuid, schemeSlug, nodeId, grade, pass) => {
      const { group: of, date: on } = latest.current
      if (!of) return
      void store
        .mark({ memberUuid, group: of, schemeSlug, nodeId, grade, pass, date: on })
        .then(said, () => said(false))
    },
    [store, said],
  )
  const undo = useCallback(() => {
    const { group: of } = latest.current
    if (!of) return
    void store.undo(of.id).then(
      (undone) => {
        said(undone !== null)
        if (undone) latest.current.onUndone(undone)
      },
      () => said(false),
    )
  }, [store, said])
  return { savedAt: saved?.at ?? null, mark, undo, canUndo: group !== undefined && store.canUndo(group.id) }
}
