import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { loginProblem, loginProblemText } from '#web/shell/login/login-error.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'

/** Ends the user's sessions on every device. Only the server can do that, so this needs its answer. */
export function EndSessions() {
  const { t } = useTranslation()
  const { api, session } = useShell()
  const { online } = useConnection()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  async function end(): Promise<void> {
    const refreshToken = session.refresh()
    if (refreshToken === null) return
    setAsking(false)
    setBusy(true)
    setFailed(null)
    try {
      await api.logout(refreshToken, { everywhere: true })
      await navigate('/logout')
    } catch (error) {
      const problem = loginProblem(error)
      setFailed(loginProblemText(t, problem))
      setBusy(false)
    }
  }

  return (
    <section className="card in stack" aria-labelledby="sessions">
      <h2 id="sessions">{t('security.sessions.title')}</h2>
      <p>{t('security.sessions.text')}</p>
      <div role="alert">{failed === null ? null : <Alert kind="bad">{failed}</Alert>}</div>
      <div className="flow">
        <Button kind="risk" disabled={busy || !online} onClick={() => setAsking(true)}>
          {t('security.sessions.everywhere')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('security.sessions.ask')}
        confirmLabel={t('security.sessions.now')}
        busy={busy || !online}
        onClose={() => setAsking(false)}
        onConfirm={() => void end()}
      >
        <p>{t('security.sessions.askText')}</p>
      </ConfirmDialog>
    </section>
  )
}
