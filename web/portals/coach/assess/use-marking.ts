import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Group } from '#contract/scheduling/groups.ts'
import type { MarkInput, SaveResult } from '#web/offline/coach-store.ts'
import { createSaves, type Saves } from './saving/saves.ts'
import { useShowNotSaved } from './saving/use-show-not-saved.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

/** A mark that an undo took back. */
export interface UndoneMark {
  memberUuid: string
  nodeId: string
}

/** Marks one skill of one member, or a manual pass. */
export type MarkSkill = (memberUuid: string, schemeSlug: string, nodeId: string, grade: number, pass: number) => void

export type NewMark = Pick<MarkInput, 'memberUuid' | 'schemeSlug' | 'nodeId' | 'grade' | 'pass'>

/** What a marking page needs to save marks, show that they are saved, and undo them. */
export interface Marking {
  /** The marks that this page made. */
  saves: Saves
  /** A stable function, so that rows need not render again. */
  mark: MarkSkill
  /** Several marks of one tap, saved together and undone together; `group` replaces the page's group. */
  markAll: (marks: readonly NewMark[], group?: Group) => void
  undo: () => void
  canUndo: boolean
}

/**
 * Marks of one group on one day. Each tap is saved on the device; a failure is shown as an alert. `onUndone` receives
 * the marks that an undo took back, so that the page can name those that the coach does not see change.
 */
export function useMarking(
  group: Group | undefined,
  date: string,
  onUndone: (undone: readonly UndoneMark[]) => void,
): Marking {
  const showNotSaved = useShowNotSaved()
  const { store } = useCoach()
  const [saves] = useState(createSaves)
  // the values of the last render, so that the functions below stay the same objects
  const latest = useRef({ group, date, onUndone })
  useLayoutEffect(() => {
    latest.current = { group, date, onUndone }
  })
  /** Shows the state of a write; a failure is also shown as an alert. */
  const showSaving = useCallback(
    async (write: Promise<SaveResult>): Promise<void> => {
      const result = await saves.track(write)
      if (!result.saved) showNotSaved(result)
    },
    [showNotSaved, saves],
  )
  const markAll = useCallback(
    (marks: readonly NewMark[], otherGroup?: Group) => {
      const { group: pageGroup, date: day } = latest.current
      const markedGroup = otherGroup ?? pageGroup
      if (!markedGroup || marks.length === 0) return
      void showSaving(
        store.mark(
          marks.map((newMark) => ({ ...newMark, group: markedGroup, date: day })),
          pageGroup?.id,
        ),
      )
    },
    [store, showSaving],
  )
  const mark = useCallback<MarkSkill>(
    (memberUuid, schemeSlug, nodeId, grade, pass) => markAll([{ memberUuid, schemeSlug, nodeId, grade, pass }]),
    [markAll],
  )
  const undo = useCallback(() => {
    const { group: pageGroup } = latest.current
    if (!pageGroup) return
    void showSaving(
      store.undo(pageGroup.id).then((result) => {
        if (result.saved) latest.current.onUndone(result.undone)
        return result
      }),
    )
  }, [store, showSaving])
  return { saves, mark, markAll, undo, canUndo: group !== undefined && store.canUndo(group.id) }
}
