import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LevelListKind } from '#contract/reports/level-lists.ts'
import { PERIOD_MONTHS } from '#domain/reports/report-period.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../club-data.ts'

type Months = (typeof PERIOD_MONTHS)[number]

/** The server uses the same when none are given. */
const DEFAULT_MONTHS: Months = '3'
/** The states of registers depend on the time, so they are asked for again in each of these spans. */
const SPAN_MS = 5 * 60_000

/** How far back the badges in the page's URL go. */
export function monthsIn(address: URLSearchParams): Months {
  return PERIOD_MONTHS.find((months) => months === address.get('months')) ?? DEFAULT_MONTHS
}

export function useToday() {
  const { api } = useShell()
  const span = Math.floor(useNow() / SPAN_MS)
  return useQuery({
    queryKey: [...groupsKey, 'today', span],
    queryFn: ({ signal }) => api.get('/today', { signal }),
    placeholderData: keepPreviousData,
  })
}

export type TodayAnswer = ReturnType<typeof useToday>

export function useLevelList(list: LevelListKind, months?: Months) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'level-list', list, months],
    queryFn: ({ signal }) => api.get(`/level-lists/${list}`, { query: { months }, signal }),
    placeholderData: keepPreviousData,
  })
}

export type LevelListAnswer = ReturnType<typeof useLevelList>

/** Reminds the coaches of a register, and shows that it was done. */
export function useRemind() {
  const { api } = useShell()
  const queries = useQueryClient()
  return async (groupId: string, date: string) => {
    const session = await api.write('POST', `/groups/${groupId}/sessions/${date}/reminder`)
    await queries.invalidateQueries({ queryKey: [...groupsKey, 'today'] })
    return session
  }
}
