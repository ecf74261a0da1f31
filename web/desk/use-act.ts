import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Runs an action and shows an alert with the result, if `done` has one, or with the failure. `messageFor` may have texts for codes. */
export function useAct(messageFor: (code: string, ids: readonly string[]) => string | undefined = () => undefined) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [busy, setBusy] = useState(false)

  async function act<Answer>(work: () => Promise<Answer>, done?: (answer: Answer) => string): Promise<void> {
    setBusy(true)
    try {
      const answer = await work()
      if (done) alerts.show(done(answer), 'done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(messageFor(error.error, error.ids) ?? t('desk.notDone'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
