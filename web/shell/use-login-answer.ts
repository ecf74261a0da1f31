import { useCallback, useEffect, useState } from 'react'
import type { LoginAnswer } from '#contract/auth.ts'
import { useShell } from './shell-context.ts'

/** [9.5] */
const RESET_OPENS_MS = 1_500

/** Takes what a login was answered: a session, or the address where the password must be renewed first [4.3]. */
export function useLoginAnswer(): { take: (answer: LoginAnswer) => Promise<void>; resetUrl: string | null } {
  const { api, session, queries, client } = useShell()
  const [resetUrl, setResetUrl] = useState<string | null>(null)
  useEffect(() => {
    if (resetUrl === null) return
    const timer = setTimeout(() => window.open(resetUrl, '_blank', 'noopener'), RESET_OPENS_MS)
    return () => clearTimeout(timer)
  }, [resetUrl])
  const take = useCallback(
    async (answer: LoginAnswer) => {
      setResetUrl(null)
      if ('reset' in answer) return setResetUrl((await api.resetUrl(client.id)).url)
      queries.clear()
      session.open(answer)
    },
    [api, session, queries, client.id],
  )
  return { take, resetUrl }
}
