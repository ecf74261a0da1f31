import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { LoadingOverlay } from '#web/shell/start/loading-overlay.tsx'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'

/** [2.9], [4.2]: ends the session here and on the server. No answer from the server does not keep anybody in. */
export function LogoutPage() {
  const { api, session } = useShell()
  const loggedIn = useLoggedIn()
  useEffect(() => {
    if (!loggedIn) return
    async function leave(): Promise<void> {
      const refresh = session.refresh()
      session.clear()
      if (refresh !== null) await api.logout(refresh).catch(() => undefined)
    }
    void leave()
  }, [api, session, loggedIn])
  return loggedIn ? <LoadingOverlay /> : <Navigate to="/login" replace />
}
