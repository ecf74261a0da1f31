import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { loginProblem, loginProblemText } from '#web/shell/login/login-error.ts'

/** The state of a form's or a button's action: whether it runs, and why it failed. */
export function useAction() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failureText, setFailureText] = useState<string | null>(null)
  /**
   * Runs the action; resolves to whether it succeeded. `messageFor` gives the message for an error code; null means the
   * usual message.
   */
  async function run(work: () => Promise<void>, messageFor?: (code: string) => string | null): Promise<boolean> {
    setBusy(true)
    setFailureText(null)
    try {
      await work()
      return true
    } catch (error) {
      const ownMessage = error instanceof ApiError ? messageFor?.(error.error) : null
      setFailureText(ownMessage ?? loginProblemText(t, loginProblem(error)))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failureText, run }
}
