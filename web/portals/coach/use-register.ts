import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/groups.ts'
import type { Attendance } from '#domain/register.ts'
import { clockTime } from '#web/shell/dates.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { useCoach } from './use-coach.ts'

type Values = ReadonlyMap<string, Attendance | null>

/** Attendance of one dated session, saved on the device before the next tap; what one tap changed is taken back as one. */
export function useRegister(group: Group, date: string) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const [undoable, setUndoable] = useState<readonly Values[]>([])
  const [savedAt, setSavedAt] = useState<string | null>(null)

  const put = useCallback(
    async (values: Values): Promise<boolean> => {
      const about = { kind: 'attendance', group, date } as const
      const inputs = [...values].map(([memberUuid, value]) => ({ ...about, memberUuid, value }))
      const saved = await store.note(inputs).catch(() => false)
      if (saved) setSavedAt(clockTime(Date.now()))
      else alerts.show(t(store.snapshot().status.full ? 'coach.full' : 'coach.notSaved'), 'bad', 15_000)
      return saved
    },
    [alerts, date, group, store, t],
  )
  /** `before`: what an undo puts back. */
  const mark = useCallback(
    async (values: Values, before: Values): Promise<void> => {
      if (await put(values)) setUndoable((steps) => [...steps, before])
    },
    [put],
  )
  const undo = useCallback(async (): Promise<void> => {
    const before = undoable.at(-1)
    if (before && (await put(before))) setUndoable((steps) => steps.slice(0, -1))
  }, [put, undoable])
  return { savedAt, mark, undo, canUndo: undoable.length > 0 }
}
