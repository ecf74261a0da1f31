import { isComingDay, isTodayOrRecent, todayAndDaysBefore } from '#domain/scheduling/session-day.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'
import { useToday } from './use-club-time.ts'

/** The day that a page shows, and the days that can be chosen instead. */
export interface SessionDay {
  /** YYYY-MM-DD in the club's zone. */
  date: string
  today: string
  /** The day lies in the coming week: its sessions can be read and planned, but not marked. */
  coming: boolean
  /** Days to choose from, newest first; today alone when past ones are not allowed. */
  days: readonly string[]
  choose: (date: string) => void
  /** The query that links to other pages of the same day need. */
  query: string
}

/** The query of a link to the marks of the day; on a coming day, which has none yet, to those of today. */
export function markQuery({ coming, query }: SessionDay): string {
  return coming ? '' : query
}

/** How many past days may be chosen, and whether marks may be made for them, by the features of the token. */
function usePastDays(): { maxDays: number; mayMark: boolean } {
  const features = useShell().session.subject()?.features
  return {
    maxDays: Number(features?.['MAX_PAST_DAYS_ATTENDANCE'] ?? 0),
    mayMark: Boolean(features?.['CAN_ASSESS_IN_THE_PAST']),
  }
}

/** The day in the address if it is at most `maxDays` ago or, where allowed, in the coming week; otherwise today. */
function useDay({ maxDays, allowComing }: { maxDays: number; allowComing: boolean }): SessionDay {
  const today = useToday()
  const [address, changeAddress] = useAddress()
  const requested = address.get('date') ?? today
  const coming = allowComing && isComingDay(requested, today)
  const date = coming || isTodayOrRecent(requested, today, maxDays) ? requested : today
  const choose = (day: string) =>
    changeAddress((query) => {
      if (day === today) query.delete('date')
      else query.set('date', day)
      return query
    })
  return {
    date,
    today,
    coming,
    days: todayAndDaysBefore(today, maxDays),
    choose,
    query: date === today ? '' : `?date=${date}`,
  }
}

/** The day in the address, if it may be chosen [5.2] or lies in the coming week; otherwise today. */
export function useSessionDay(): SessionDay {
  const { maxDays } = usePastDays()
  return useDay({ maxDays, allowComing: true })
}

/** The day whose registers are taken: the day in the address, if it may be chosen, otherwise today. */
export function useRegisterDay(): SessionDay {
  const { maxDays } = usePastDays()
  return useDay({ maxDays, allowComing: false })
}

/** The day for which marks are made; always today if past days may not be assessed. */
export function useMarkDay(): SessionDay {
  const { maxDays, mayMark } = usePastDays()
  return useDay({ maxDays: mayMark ? maxDays : 0, allowComing: false })
}
