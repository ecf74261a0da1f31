import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Does a thing at once and says what came of it, unless the page shows it; `wordsOf` knows refusals by their code. */
export function useAct(wordsOf: (code: string, ids: readonly string[]) => string | undefined = () => undefined) {
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
      alerts.show(wordsOf(error.error, error.ids) ?? t('desk.notDone'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
