import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * Returns `act`, which runs a request and shows an alert: the text of `doneText` when it succeeds, else why it failed.
 * `messageFor` returns the text for an error code, the ids that the refusal names, and the refusal itself; a code without
 * one gets a general text. `busy` is true while a request runs.
 */
export function useAct(
  messageFor: (code: string, ids: readonly string[], error: ApiError) => string | undefined = () => undefined,
) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [busy, setBusy] = useState(false)

  async function act<Answer>(work: () => Promise<Answer>, doneText?: (answer: Answer) => string | null): Promise<void> {
    setBusy(true)
    try {
      const answer = await work()
      const text = doneText?.(answer) ?? null
      if (text !== null) alerts.show(text, 'done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(messageFor(error.error, error.ids, error) ?? t('desk.notDone'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
