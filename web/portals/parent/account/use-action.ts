import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { loginProblem } from '#web/shell/login/login-error.ts'

/** One button's work: whether it runs, and in words what went wrong with it. */
export function useAction() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  /** Answers whether it worked. `wordsOf` has words for codes of its own. */
  async function run(work: () => Promise<void>, wordsOf?: (code: string) => string | null): Promise<boolean> {
    setBusy(true)
    setFailed(null)
    try {
      await work()
      return true
    } catch (error) {
      const own = error instanceof ApiError ? wordsOf?.(error.error) : null
      const { code, detail, seconds } = loginProblem(error)
      setFailed(own ?? t(`login.error.${code}`, { detail, count: seconds ?? 60 }))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failed, run }
}
