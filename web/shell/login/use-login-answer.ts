import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoginAnswer } from '#contract/identity/auth.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** How long the notice about a password to be changed is shown before the provider's page opens [9.5]. */
const RESET_OPENS_MS = 1_500

/** How long is shown that the device's date is wrong: whoever reads it has to go and set it. */
const WRONG_DATE_MS = 20_000

/** What a login may ask for between the right password and the session. */
export type LoginStep =
  | { kind: 'reset'; url: string }
  | { kind: 'code'; challenge: string }
  | { kind: 'enrol'; challenge: string }

/**
 * Handles the server's answer to a login: `handleAnswer` opens the session, or sets the step that comes before it. A
 * password that must be changed opens the provider's page for that [4.3].
 */
export function useLoginAnswer(): {
  handleAnswer: (answer: LoginAnswer) => Promise<void>
  step: LoginStep | null
  back: () => void
} {
  const { t } = useTranslation()
  const { api, session, queries, client, alerts } = useShell()
  const [step, setStep] = useState<LoginStep | null>(null)
  const resetUrl = step?.kind === 'reset' ? step.url : null
  useEffect(() => {
    if (resetUrl === null) return
    const timer = setTimeout(() => window.open(resetUrl, '_blank', 'noopener'), RESET_OPENS_MS)
    return () => clearTimeout(timer)
  }, [resetUrl])
  const handleAnswer = useCallback(
    async (answer: LoginAnswer) => {
      setStep(null)
      if ('reset' in answer) return setStep({ kind: 'reset', url: (await api.resetUrl(client.id)).url })
      if ('challenge' in answer) return setStep({ kind: answer.second_factor, challenge: answer.challenge })
      queries.clear()
      session.open(answer)
      // by a clock that is weeks ahead the session has ended already, and the login page would come back without a word
      if (!session.isLoggedIn()) alerts.show(t('login.wrongDate'), 'bad', WRONG_DATE_MS)
    },
    [api, session, queries, client.id, alerts, t],
  )
  return { handleAnswer, step, back: () => setStep(null) }
}
