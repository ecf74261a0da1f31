import { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { createApi, type Api } from '#web/api/api.ts'
import { createAlerts, type Alerts } from '#web/shell/notices/alerts.ts'
import { createConnection, type ConnectionWatch } from './connection.ts'
import { storedLanguage } from '#web/shell/i18n/language.ts'
import { removeStoredAnswers } from './stored-answers.ts'
import { createSession, type Session } from '#web/shell/session/session.ts'

export const API_BASE = '/v1'

/** A page that is left is gone by then. */
const STAYED_AFTER_MS = 3_000
/** The alert on a page of the club that was left must outlast what the user still copies from it. */
const LEFT_ALERT_MS = 3_600_000

/** The objects of a running portal that live as long as its page. */
export interface Services {
  api: Api
  session: Session
  connection: ConnectionWatch
  alerts: Alerts
  queries: QueryClient
  /** Resolves when the last user's data is removed from the device. */
  forgotten(): Promise<unknown>
}

/** Creates and connects the services. `forget` removes what the portal itself stores on the device about users. */
export function createServices(forget: (user: string | null) => Promise<void> = async () => undefined): Services {
  const session = createSession()
  const connection: ConnectionWatch = createConnection(() => api.status())
  const alerts = createAlerts()
  let hasLeftClub = false
  const api: Api = createApi({
    base: API_BASE,
    tokens: session,
    language: storedLanguage,
    onInvalidToken: () => session.clear(),
    isOfOtherClub: () => hasLeftClub,
    onOnline: () => connection.onOnline(),
    onOffline: () => connection.onOffline(),
    onMaintenance: (notice) => connection.onMaintenance(notice),
  })
  const queries = new QueryClient({
    // no retries here: the API client has its own, and queries fall back to the last answer
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 30_000 } },
  })

  const currentUser = () => (session.isLoggedIn() ? (session.subject()?.user_uuid ?? null) : null)
  let removal: Promise<unknown> = Promise.resolve()
  const forgetOthers = (remaining: string | null) => {
    queries.clear()
    removal = Promise.allSettled([removeStoredAnswers(remaining), forget(remaining)])
  }
  // a full load, because no data of the old club may be shown at the new one
  const leaveClub = async () => {
    hasLeftClub = true
    await removeStoredAnswers()
    location.assign('/')
    // for a user who keeps the page because of a form that is not saved
    setTimeout(() => alerts.show(i18next.t('shell.clubLeft'), 'bad', LEFT_ALERT_MS), STAYED_AFTER_MS)
  }
  // the session may have ended while no page was open
  if (currentUser() === null) forgetOthers(/* remaining user */ null)
  const currentClub = () => session.subject()?.club_id ?? null
  const currentLanguage = () => session.subject()?.language.language ?? null
  let [user, club, language] = [currentUser(), currentClub(), currentLanguage()]
  session.subscribe(() => {
    const [previousUser, previousClub, previousLanguage] = [user, club, language]
    ;[user, club, language] = [currentUser(), currentClub(), currentLanguage()]
    if (previousUser === null) return
    if (previousUser !== user) forgetOthers(user)
    // also where another tab has changed it: this one would write into the new club what it shows of the old one
    else if (previousClub !== club) void leaveClub()
    // also where another tab has chosen it: the server's texts would stand in it among this tab's in the old one
    else if (previousLanguage !== language) location.reload()
  })
  // queries marked `once` create something on the server, such as a secret, and are not repeated without the user
  connection.onReturn(() => void queries.invalidateQueries({ predicate: ({ meta }) => meta?.['once'] !== true }))
  return { api, session, connection, alerts, queries, forgotten: () => removal }
}
