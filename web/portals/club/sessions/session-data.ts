import { keepPreviousData, useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import type { DatedSession, SessionBody, Term, TermBody } from '#contract/scheduling/sessions.ts'
import type { QueryOf } from '#web/api/route-types.ts'
import { localDate, localMinutes } from '#domain/platform/club-time.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useMe, useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { ApiError } from '#web/api/api-error.ts'
import { groupsKey } from '../club-data.ts'

const calendarKey = [...groupsKey, 'calendar'] as const
const sessionKey = [...groupsKey, 'session'] as const
const termsKey = [...groupsKey, 'terms'] as const

/** The present moment in the club's time zone: the date (YYYY-MM-DD), and the minutes since midnight. */
export function useClubNow(): { date: string; minutes: number } {
  const now = useNow()
  const timeZone = useMe()?.club?.time_zone ?? 'UTC'
  return { date: localDate(now, timeZone), minutes: localMinutes(now, timeZone) }
}

/** Today in the club's time zone, YYYY-MM-DD. */
export function useClubToday(): string {
  return useClubNow().date
}

/**
 * Returns a function that picks one of the names by language: in the page's language, else the English one, else any.
 */
export function useLocalName(): (names: Readonly<Record<string, string>>) => string {
  const language = useWordLanguage()
  return (names) => names[language] ?? names['en'] ?? Object.values(names)[0] ?? ''
}

export function useCalendar(query: QueryOf<'GET', '/calendar'>) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...calendarKey, query],
    queryFn: ({ signal }) => api.get('/calendar', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useSession(groupId: string, date: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...sessionKey, groupId, date],
    queryFn: ({ signal }) => api.get(`/groups/${groupId}/sessions/${date}`, { signal }),
  })
}

export function useTerms() {
  const { api } = useShell()
  return useQuery({ queryKey: termsKey, queryFn: ({ signal }) => api.get('/terms', { signal }) })
}

/** The body that writes a dated session unchanged, to be combined with a change. */
export function bodyOf(session: DatedSession): SessionBody {
  const { date, cancelled, reason, cover, moved_to: to, moved_from: from, moved_start: time } = session
  // a move is written at the day that the session left, not at the day to which it came
  const moved = from === null && (to !== null || time !== null) ? { date: to ?? date, start_at: time } : null
  return { cancelled, reason, cover_uuid: cover?.uuid ?? null, moved }
}

/** The writes of dated sessions and terms. Everything that shows sessions is reloaded afterwards. */
export function useSessionWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const reload = async <T>(answer: T): Promise<T> => {
    await queries.invalidateQueries({ queryKey: groupsKey })
    return answer
  }
  return {
    /** `ifMatch` is the revision of the session on which `body` is based, where it is known. */
    change: async (groupId: string, date: string, body: SessionBody, ifMatch?: string) => {
      const answer = await api
        .write('PUT', `/groups/${groupId}/sessions/${date}`, body, ifMatch)
        .catch((error: unknown) => {
          // the panel then shows what somebody else has changed
          if (error instanceof ApiError && error.error === 'EDIT_CONFLICT')
            void queries.invalidateQueries({ queryKey: groupsKey })
          throw error
        })
      // so that the next change is based on this one before the session is loaded again
      const queryKey = [...sessionKey, groupId, date]
      // a load that began before may hold the old session
      void queries.cancelQueries({ queryKey, exact: true })
      queries.setQueryData(queryKey, answer)
      // a session that has left the day to which it had been moved cannot be loaded there again, though its panel may
      // still be open
      const isAtLeftDay = ({ queryKey, state }: Query) =>
        // the key of a session is `sessionKey`, the group and the day; `sessionKey` is `groupsKey` and one word
        queryKey[groupsKey.length + 1] === groupId &&
        (state.data as Partial<DatedSession> | undefined)?.moved_from === date &&
        queryKey.at(-1) !== body.moved?.date
      void queries.invalidateQueries({ queryKey: groupsKey, predicate: (query) => !isAtLeftDay(query) })
      return answer
    },
    createTerm: async (body: TermBody) => reload(await api.write('POST', '/terms', body)),
    changeTerm: async ({ id, revision }: Term, body: TermBody) =>
      reload(await api.write('PUT', `/terms/${id}`, body, revision)),
    reloadTerm: async (term: Term): Promise<Term> => {
      const terms = await api.get('/terms')
      cacheAnswer(queries, termsKey, terms)
      // of one that is gone meanwhile, the next save says so
      return terms.find(({ id }) => id === term.id) ?? term
    },
    removeTerm: async (id: string) => reload(await api.write('DELETE', `/terms/${id}`)),
  }
}
