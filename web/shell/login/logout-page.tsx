import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { LoadingOverlay } from '#web/shell/start/loading-overlay.tsx'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'

/**
 * Ends the session on the device at once, and then on the server [2.9], [4.2]; a failure of the server changes
 * nothing.
 */
export function LogoutPage() {
  const { api, session } = useShell()
  const loggedIn = useLoggedIn()
  useEffect(() => {
    if (!loggedIn) return
    async function logOut(): Promise<void> {
      const refreshToken = session.refresh()
      session.clear()
      if (refreshToken !== null) await api.logout(refreshToken).catch(() => undefined)
    }
    void logOut()
  }, [api, session, loggedIn])
  return loggedIn ? <LoadingOverlay /> : <Navigate to="/login" replace />
}
