import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * Returns `act`, which runs a request and shows an alert: the text of `doneText` when it succeeds, else why it failed.
 * `messageFor` returns the text for an error code and the ids that the refusal names; a code without one gets a general
 * text. `busy` is true while a request runs.
 */
export function useAct(messageFor: (code: string, ids: readonly string[]) => string | undefined = () => undefined) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [busy, setBusy] = useState(false)

  async function act<Answer>(work: () => Promise<Answer>, doneText?: (answer: Answer) => string): Promise<void> {
    setBusy(true)
    try {
      const answer = await work()
      if (doneText) alerts.show(doneText(answer), 'done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(messageFor(error.error, error.ids) ?? t('desk.notDone'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
