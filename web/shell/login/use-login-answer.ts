import { useCallback, useEffect, useState } from 'react'
import type { LoginAnswer } from '#contract/identity/auth.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** [9.5] */
const RESET_OPENS_MS = 1_500

/** What stands between a right password and the session. */
export type LoginStep =
  | { kind: 'reset'; url: string }
  | { kind: 'code'; challenge: string }
  | { kind: 'enrol'; challenge: string }

/** Takes what a login was answered: a session, or the step that comes first; a password to be renewed opens its page [4.3]. */
export function useLoginAnswer(): {
  take: (answer: LoginAnswer) => Promise<void>
  step: LoginStep | null
  back: () => void
} {
  const { api, session, queries, client } = useShell()
  const [step, setStep] = useState<LoginStep | null>(null)
  const resetUrl = step?.kind === 'reset' ? step.url : null
  useEffect(() => {
    if (resetUrl === null) return
    const timer = setTimeout(() => window.open(resetUrl, '_blank', 'noopener'), RESET_OPENS_MS)
    return () => clearTimeout(timer)
  }, [resetUrl])
  const take = useCallback(
    async (answer: LoginAnswer) => {
      setStep(null)
      if ('reset' in answer) return setStep({ kind: 'reset', url: (await api.resetUrl(client.id)).url })
      if ('challenge' in answer) return setStep({ kind: answer.second_factor, challenge: answer.challenge })
      queries.clear()
      session.open(answer)
    },
    [api, session, queries, client.id],
  )
  return { take, step, back: () => setStep(null) }
}
