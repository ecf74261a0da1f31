import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import type { MarkInput } from '#web/offline/coach-store.ts'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { Saving } from './saving/saved-note.tsx'
import { useCoach } from '#web/portals/coach/use-coach.ts'

export interface Undone {
  memberUuid: string
  nodeId: string
}

export type Mark = (memberUuid: string, schemeSlug: string, nodeId: string, grade: number, pass: number) => void

export type NewMark = Pick<MarkInput, 'memberUuid' | 'schemeSlug' | 'nodeId' | 'grade' | 'pass'>

export interface Marking {
  /** Of the last mark that this page made. */
  saving: Saving
  /** The same function for as long as the page lives, so that rows need not render again. */
  mark: Mark
  /** Several at one tap: saved together, and taken back together. In another group than the page's where that is said. */
  markAll: (marks: readonly NewMark[], group?: Group) => void
  undo: () => void
  canUndo: boolean
}

/**
 * Marks of one group on one day, saved on the device before the next tap; a failure is said and nothing is shown as
 * saved. `onUndone` hears what was taken back: it may not be in view.
 */
export function useMarking(
  group: Group | undefined,
  date: string,
  onUndone: (undone: readonly Undone[]) => void,
): Marking {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const [saving, setSaving] = useState<Saving>(null)
  const latest = useRef({ group, date, onUndone })
  useLayoutEffect(() => {
    latest.current = { group, date, onUndone }
  })
  const said = useCallback(
    (ok: boolean) => {
      // a new object each time: what can be undone has changed, even within the same minute
      setSaving(ok ? { state: 'saved', at: clockTime(Date.now()) } : null)
      if (!ok) alerts.show(t(store.snapshot().status.full ? 'coach.full' : 'coach.notSaved'), 'bad', 15_000)
    },
    [alerts, t, store],
  )
  const markAll = useCallback(
    (marks: readonly NewMark[], another?: Group) => {
      const { group: own, date: on } = latest.current
      const of = another ?? own
      if (!of || marks.length === 0) return
      setSaving({ state: 'saving' })
      void store.mark(marks.map((one) => ({ ...one, group: of, date: on }))).then(said, () => said(false))
    },
    [store, said],
  )
  const mark = useCallback<Mark>(
    (memberUuid, schemeSlug, nodeId, grade, pass) => markAll([{ memberUuid, schemeSlug, nodeId, grade, pass }]),
    [markAll],
  )
  const undo = useCallback(() => {
    const { group: of } = latest.current
    if (!of) return
    setSaving({ state: 'saving' })
    void store.undo(of.id).then(
      (undone) => {
        said(undone !== null)
        if (undone) latest.current.onUndone(undone)
      },
      () => said(false),
    )
  }, [store, said])
  return { saving, mark, markAll, undo, canUndo: group !== undefined && store.canUndo(group.id) }
}
