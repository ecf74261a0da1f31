import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { RejectionCode } from '#domain/assessment/commands/command.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { reasonKey } from '#web/portals/coach/device/queue-words.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'

/**
 * Returns a function that tells the coach why an edit was not saved: the reason of its command, which is that of the
 * offline page for edits that the server refused, or that the device has no room.
 */
export function useShowNotSaved(): (result: { code: RejectionCode | null }, words?: string) => void {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  return useCallback(
    ({ code }, words = t('coach.notSaved')) => {
      const deviceWords = store.status().full ? t('coach.full') : words
      const text = code === null ? deviceWords : t(`coach.offline.why.${reasonKey(code)}`)
      alerts.show(text, 'bad', /* ms */ 15_000)
    },
    [alerts, store, t],
  )
}
