import { keepPreviousData, useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import type { Calendar, DatedSession, SessionBody, Term, TermBody } from '#contract/scheduling/sessions.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { useMe, useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { groupsKey } from '../club-data.ts'

const calendarKey = [...groupsKey, 'calendar'] as const
const sessionKey = [...groupsKey, 'session'] as const
const termsKey = [...groupsKey, 'terms'] as const

/** YYYY-MM-DD at the club. */
export function useClubToday(): string {
  return localDate(useNow(), useMe()?.club?.time_zone ?? 'UTC')
}

/** The words of this language, or any there are. */
export function useNameOf(): (name: Readonly<Record<string, string>>) => string {
  const language = useWordLanguage()
  return (name) => name[language] ?? name['en'] ?? Object.values(name)[0] ?? ''
}

export function useCalendar(query: Record<string, string>) {
  const { api } = useShell()
  const asked = new URLSearchParams(query).toString()
  return useQuery({
    queryKey: [...calendarKey, asked],
    queryFn: ({ signal }) => api.get<Calendar>(`/calendar?${asked}`, signal),
    placeholderData: keepPreviousData,
  })
}

const sessionPath = (groupId: string, date: string) => `/groups/${groupId}/sessions/${date}`

export function useSession(groupId: string, date: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...sessionKey, groupId, date],
    queryFn: ({ signal }) => api.get<DatedSession>(sessionPath(groupId, date), signal),
  })
}

export function useTerms() {
  const { api } = useShell()
  return useQuery({ queryKey: termsKey, queryFn: ({ signal }) => api.get<Term[]>('/terms', signal) })
}

/** A dated session as it is now, to be written again with what is to be different. */
export function bodyOf(session: DatedSession): SessionBody {
  const { date, cancelled, reason, cover, moved_to: to, moved_from: from, moved_start: time } = session
  const moved = from === null && (to !== null || time !== null) ? { date: to ?? date, start_at: time } : null
  return { cancelled, reason, cover_uuid: cover?.uuid ?? null, moved }
}

/** Writes of dated sessions and terms; whatever shows a session follows. */
export function useSessionWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const done = async <T>(answer: T): Promise<T> => {
    await queries.invalidateQueries({ queryKey: groupsKey })
    return answer
  }
  return {
    change: async (groupId: string, date: string, body: SessionBody) => {
      const answer = await api.write<DatedSession>('PUT', sessionPath(groupId, date), body)
      // where the session was moved to and is no more there is nothing to ask for, though it is still being closed
      const gone = ({ queryKey, state }: Query) =>
        queryKey[groupsKey.length + 1] === groupId &&
        (state.data as Partial<DatedSession> | undefined)?.moved_from === date &&
        queryKey.at(-1) !== body.moved?.date
      void queries.invalidateQueries({ queryKey: groupsKey, predicate: (query) => !gone(query) })
      return answer
    },
    enterTerm: async (body: TermBody) => done(await api.write<Term>('POST', '/terms', body)),
    changeTerm: async (id: string, body: TermBody) => done(await api.write<Term>('PUT', `/terms/${id}`, body)),
    removeTerm: async (id: string) => done(await api.write<null>('DELETE', `/terms/${id}`)),
  }
}
