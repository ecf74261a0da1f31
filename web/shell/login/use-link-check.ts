import { useCallback, useEffect, useState } from 'react'
import type { CheckTokenBody, CheckTokenReply } from '#contract/identity/auth.ts'
import { loginProblem, type LoginProblem } from './login-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

type LinkCheck =
  | { state: 'asking' }
  | { state: 'good'; holder: CheckTokenReply }
  | { state: 'refused'; problem: LoginProblem }

/**
 * Asks once whether a mail's link is good. Not a query of the cache: that is cleared when a session begins, and what was
 * used up by then would be asked for again.
 */
export function useLinkCheck(
  token: string | null,
  typ: CheckTokenBody['typ'],
): { check: LinkCheck; again: () => void } {
  const { api } = useShell()
  const [round, setRound] = useState(0)
  const asked = `${typ} ${token} ${round}`
  const [answer, setAnswer] = useState<{ asked: string; check: LinkCheck } | null>(null)
  useEffect(() => {
    if (token === null) return
    let current = true
    const take = (check: LinkCheck) => {
      if (current) setAnswer({ asked, check })
    }
    api.checkToken({ token, typ }).then(
      (holder) => take({ state: 'good', holder }),
      (error: unknown) => take({ state: 'refused', problem: loginProblem(error) }),
    )
    return () => {
      current = false
    }
  }, [api, token, typ, asked])
  const check: LinkCheck = answer?.asked === asked ? answer.check : { state: 'asking' }
  return { check, again: useCallback(() => setRound((n) => n + 1), []) }
}
