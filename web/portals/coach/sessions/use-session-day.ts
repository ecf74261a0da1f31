import { isComingDay, isSessionDay, pastDays } from '#domain/scheduling/session-day.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'
import { useToday } from './use-club-time.ts'

export interface SessionDay {
  /** YYYY-MM-DD in the club's zone. */
  date: string
  today: string
  /** It lies in the coming week: what it shows is read and planned, not marked. */
  coming: boolean
  /** Days to choose from, newest first; today alone when past ones are not allowed. */
  days: readonly string[]
  choose: (date: string) => void
  /** What an address of the same day ends with. */
  query: string
}

/** What the features of the token allow of the past. */
function usePast(): { most: number; marks: boolean } {
  const features = useShell().session.subject()?.features
  return {
    most: Number(features?.['MAX_PAST_DAYS_ATTENDANCE'] ?? 0),
    marks: Boolean(features?.['CAN_ASSESS_IN_THE_PAST']),
  }
}

function useDay(most: number, ahead: boolean): SessionDay {
  const today = useToday()
  const [address, changeAddress] = useAddress()
  const asked = address.get('date') ?? today
  const coming = ahead && isComingDay(asked, today)
  const date = coming || isSessionDay(asked, today, most) ? asked : today
  const choose = (day: string) =>
    changeAddress((now) => {
      if (day === today) now.delete('date')
      else now.set('date', day)
      return now
    })
  return { date, today, coming, days: pastDays(today, most), choose, query: date === today ? '' : `?date=${date}` }
}

/** The day that the address names, where it may be chosen [5.2] or lies in the coming week; else today. */
export function useSessionDay(): SessionDay {
  return useDay(usePast().most, true)
}

/** The day that marks count for: today where the past may not be assessed. */
export function useMarkDay(): SessionDay {
  const { most, marks } = usePast()
  return useDay(marks ? most : 0, false)
}
