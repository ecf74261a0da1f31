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

export function createServices(): Services {
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

  let wasLoggedIn = session.isLoggedIn()
  session.subscribe(() => {
    const loggedIn = session.isLoggedIn()
    if (wasLoggedIn && !loggedIn) {
      queries.clear()
      void forgetAll()
    }
    wasLoggedIn = loggedIn
  })
  let wasOnline = connection.get().online
  connection.subscribe(() => {
    const { online } = connection.get()
    if (online && !wasOnline) void queries.invalidateQueries()
    wasOnline = online
  })
  return { api, session, connection, alerts: createAlerts(), queries }
}
