import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { LoadingOverlay } from '#web/shell/start/loading-overlay.tsx'
import { useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'

/** Ends the session on the device, then on the server [2.9], [4.2]. The first does not wait for the second. */
export function LogoutPage() {
  const { api, session } = useShell()
  const loggedIn = useLoggedIn()
  useEffect(() => {
    if (!loggedIn) return
    async function logOut(): Promise<void> {
      const refresh = session.refresh()
      session.clear()
      if (refresh !== null) await api.logout(refresh).catch(() => undefined)
    }
    void logOut()
  }, [api, session, loggedIn])
  return loggedIn ? <LoadingOverlay /> : <Navigate to="/login" replace />
}
