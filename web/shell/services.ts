import { QueryClient } from '@tanstack/react-query'
import { createApi, type Api } from '#web/api/api.ts'
import { createAlerts, type Alerts } from './alerts.ts'
import { createConnection, type ConnectionWatch } from './connection.ts'
import { forgetAll } from './remembered.ts'
import { createSession, type Session } from './session.ts'

export const API_BASE = '/v1'

/** The live parts of a running portal. */
export interface Services {
  api: Api
  session: Session
  connection: ConnectionWatch
  alerts: Alerts
  queries: QueryClient
}

/** `forget` is the portal's own part in removing what the device keeps of a user. */
export function createServices(forget: () => Promise<void> = async () => undefined): Services {
  const session = createSession()
  const connection: ConnectionWatch = createConnection(() => api.status())
  const api: Api = createApi({
    base: API_BASE,
    tokens: session,
    onInvalidToken: () => session.clear(),
    onOnline: () => connection.onOnline(),
    onOffline: () => connection.onOffline(),
    onMaintenance: (said) => connection.onMaintenance(said),
  })
  const queries = new QueryClient({
    // the API client tries again by itself, and queries fall back to what was last seen
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 30_000 } },
  })

  const userNow = () => (session.isLoggedIn() ? (session.subject()?.user_uuid ?? null) : null)
  const forgetUser = () => {
    queries.clear()
    void forgetAll()
    void forget().catch(() => undefined)
  }
  // a session that ended while no page was open
  if (userNow() === null) forgetUser()
  let user = userNow()
  session.subscribe(() => {
    const before = user
    user = userNow()
    if (before !== null && before !== user) forgetUser()
  })
  let wasOnline = connection.get().online
  connection.subscribe(() => {
    const { online } = connection.get()
    if (online && !wasOnline) void queries.invalidateQueries()
    wasOnline = online
  })
  return { api, session, connection, alerts: createAlerts(), queries }
}
