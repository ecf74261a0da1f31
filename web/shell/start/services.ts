import { QueryClient } from '@tanstack/react-query'
import { createApi, type Api } from '#web/api/api.ts'
import { createAlerts, type Alerts } from '#web/shell/notices/alerts.ts'
import { createConnection, type ConnectionWatch } from './connection.ts'
import { storedLanguage } from '#web/shell/i18n/language.ts'
import { forgetAll } from './remembered.ts'
import { createSession, type Session } from '#web/shell/session/session.ts'

export const API_BASE = '/v1'

/** The live parts of a running portal. */
export interface Services {
  api: Api
  session: Session
  connection: ConnectionWatch
  alerts: Alerts
  queries: QueryClient
  /** Resolves when nothing of the last user is left on the device. */
  forgotten(): Promise<unknown>
}

/** `forget` is the portal's own part in removing what the device keeps of a user. */
export function createServices(forget: (user: string | null) => Promise<void> = async () => undefined): Services {
  const session = createSession()
  const connection: ConnectionWatch = createConnection(() => api.status())
  const api: Api = createApi({
    base: API_BASE,
    tokens: session,
    language: storedLanguage,
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
  let forgotten: Promise<unknown> = Promise.resolve()
  const forgetUser = (now: string | null) => {
    queries.clear()
    forgotten = Promise.allSettled([forgetAll(now), forget(now)])
  }
  // a session that ended while no page was open
  if (userNow() === null) forgetUser(null)
  let user = userNow()
  session.subscribe(() => {
    const before = user
    user = userNow()
    if (before !== null && before !== user) forgetUser(user)
  })
  // what makes something new at each asking, such as a secret, is not asked for behind the reader's back
  connection.onReturn(() => void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['once'] !== true }))
  return { api, session, connection, alerts: createAlerts(), queries, forgotten: () => forgotten }
}
