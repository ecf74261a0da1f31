import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Club } from '#contract/tenants/clubs.ts'
import { usePaused } from '#web/search/use-paused.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey } from '#web/shell/start/start-up.ts'
import { askedOf, shownClubs, type NamedClub } from './found-clubs.ts'

/** So many are offered at a time. */
const OFFERED = 20

/** The client's clubs that have a text, the first of them; asked for when somebody wants to choose. */
export function useFoundClubs(text: string, wanted: boolean) {
  const { api } = useShell()
  const queries = useQueryClient()
  const asking = (search: string | undefined) =>
    queryOptions({
      queryKey: [...clubsKey, 'found', search ?? ''],
      queryFn: ({ signal }) => api.list<Club>('/clubs', { search, page: '0', per_page: String(OFFERED) }, signal),
      staleTime: 60_000,
    })
  const first = useQuery({ ...asking(undefined), enabled: wanted })
  const whole = first.data !== undefined && first.data.rows.length >= first.data.total
  const search = whole ? undefined : askedOf(text)
  const paused = usePaused(search)
  const found = useQuery({
    ...asking(paused),
    enabled: wanted && paused !== undefined,
    placeholderData: keepPreviousData,
  })
  const answer = search === undefined || paused === undefined ? first : found
  const { data } = answer
  const shown = (page: typeof data) => (page ? shownClubs(page.rows, page.total, text) : [])
  return {
    rows: shown(data),
    /** How many there are of these words; undefined until that is known. */
    total: whole ? shown(data).length : data?.total,
    isError: answer.isError,
    settled: async (): Promise<NamedClub[]> => shown(await queries.fetchQuery(asking(search)).catch(() => undefined)),
    /** All clubs of these words, however many. */
    every: async (): Promise<NamedClub[]> => {
      if (whole) return shown(data)
      const { rows } = await api.list<Club>('/clubs', { search })
      return shownClubs(rows, rows.length, text)
    },
  }
}

/** What a club is called whose id stands in an address; null when there is none of this id. */
export function useClubName(id: string): string | null | undefined {
  const { api } = useShell()
  const { data } = useQuery({
    queryKey: [...clubsKey, 'one', id],
    queryFn: ({ signal }) => api.list<Club>('/clubs', { id }, signal),
    enabled: id !== '',
    staleTime: 60_000,
    retry: false,
  })
  return data === undefined ? undefined : (data.rows[0]?.name ?? null)
}
