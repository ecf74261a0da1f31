import { useCallback, useEffect, useState } from 'react'
import type { CheckTokenBody, CheckTokenReply } from '#contract/identity/auth.ts'
import { loginProblem, type LoginProblem } from './login-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

type LinkCheck =
  | { state: 'asking' }
  | { state: 'good'; holder: CheckTokenReply }
  | { state: 'refused'; problem: LoginProblem }

/**
 * Asks the server once whether the token of a mail's link is valid. It does not use the query cache, which is cleared
 * when a session begins: the token, used by then, would be checked again.
 */
export function useLinkCheck(
  token: string | null,
  typ: CheckTokenBody['typ'],
): { check: LinkCheck; recheck: () => void } {
  const { api } = useShell()
  const [round, setRound] = useState(0)
  const request = `${typ} ${token} ${round}`
  const [answer, setAnswer] = useState<{ request: string; check: LinkCheck } | null>(null)
  useEffect(() => {
    if (token === null) return
    let isCurrent = true
    const receive = (check: LinkCheck) => {
      if (isCurrent) setAnswer({ request, check })
    }
    api.checkToken({ token, typ }).then(
      (holder) => receive({ state: 'good', holder }),
      (error: unknown) => receive({ state: 'refused', problem: loginProblem(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [api, token, typ, request])
  const check: LinkCheck = answer?.request === request ? answer.check : { state: 'asking' }
  return { check, recheck: useCallback(() => setRound((n) => n + 1), []) }
}
