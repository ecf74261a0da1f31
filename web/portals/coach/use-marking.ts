import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/groups.ts'
import { clockTime } from '#web/shell/dates.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { useCoach } from './use-coach.ts'

export interface Marking {
  /** `HH:mm` of the last mark that this page saved. */
  savedAt: string | null
  mark: (memberUuid: string, schemeSlug: string, nodeId: string, grade: number, pass: number) => void
  undo: () => void
  canUndo: boolean
}

/** Marks of one group on one day, saved on the device before the next tap; a failure is said and nothing is shown as saved. */
export function useMarking(group: Group | undefined, date: string): Marking {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const said = useCallback(
    (saved: boolean) => {
      if (saved) setSavedAt(clockTime(Date.now()))
      else alerts.show(t('coach.notSaved'), 'bad', 15_000)
    },
    [alerts, t],
  )
  const mark = useCallback<Marking['mark']>(
    (memberUuid, schemeSlug, nodeId, grade, pass) => {
      if (group) void store.mark({ memberUuid, group, schemeSlug, nodeId, grade, pass, date }).then(said)
    },
    [group, store, date, said],
  )
  const undo = useCallback(() => {
    if (group) void store.undo(group.id).then((undone) => said(undone !== null))
  }, [group, store, said])
  return { savedAt, mark, undo, canUndo: group !== undefined && store.canUndo(group.id) }
}
