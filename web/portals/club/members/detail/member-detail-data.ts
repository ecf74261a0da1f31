import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ClubMemberPatch, MemberDetail, NewClubMember } from '#contract/members/club-members.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../../club-data.ts'

/** The key of a detail view. Writes of groups do not reload keys with `sheet` (`useGroupWrites`). */
const detailKey = (uuid: string) => [...membersKey, 'sheet', uuid] as const

/**
 * Loads a member in detail. An open detail view is not reloaded on focus, because each reading of medical notes is
 * logged.
 */
export function useMemberDetail(uuid: string | null) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(uuid ?? ''),
    queryFn: ({ signal }) => api.get(`/members/${uuid}`, { signal }),
    enabled: uuid !== null,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}

export function useMemberProgress(uuid: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'progress', uuid],
    queryFn: ({ signal }) => api.get(`/members/${uuid}/progress`, { signal }),
  })
}

/** One of a member's lists, by the name that its query key has. */
export interface MemberHistory<Entry> {
  list: 'marks' | 'attendance' | 'log'
  load: (query: { per_page: string }, signal: AbortSignal) => Promise<{ rows: Entry[]; total: number }>
}

/** The newest entries of one of a member's lists. */
export function useMemberHistory<Entry>(uuid: string, { list, load }: MemberHistory<Entry>, size: number) {
  return useQuery({
    queryKey: [...membersKey, list, uuid, size],
    queryFn: ({ signal }) => load({ per_page: String(size) }, signal),
    placeholderData: (before) => before,
  })
}

/** Removes an erased member from the query cache once the detail view is closed. An open view would load it again. */
function forgetOnceClosed(queries: QueryClient, key: readonly string[]): void {
  const queryCache = queries.getQueryCache()
  const open = queryCache.find({ queryKey: key })
  if (open === undefined) return
  const forget = () => queries.removeQueries({ queryKey: key, exact: true })
  if (open.getObserversCount() === 0) return forget()
  const unsubscribe = queryCache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || query !== open || open.getObserversCount() > 0) return
    unsubscribe()
    forget()
  })
}

/** The writes of a member. Each returns the member as it is afterwards and puts it into the query cache. */
export function useMemberWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const cache = <Detail extends MemberDetail>(detail: Detail): Detail => {
    cacheAnswer(queries, detailKey(detail.uuid), detail)
    // `page` is in the keys of the list's pages (`useList`)
    void refresh(queries, [...membersKey, 'page'], [...membersKey, 'counts'], [...membersKey, 'log'], groupsKey)
    return detail
  }
  return {
    create: async (entry: NewClubMember) => cache(await api.write('POST', '/members', entry)),
    /** Says at which level the member starts; those before it were passed elsewhere. */
    startAt: async (uuid: string, level: string) => {
      await api.write('POST', `/members/${uuid}/starts-at`, { level })
      void refresh(queries, [...membersKey, 'page'], [...membersKey, 'progress', uuid], [...membersKey, 'marks'])
    },
    change: async (uuid: string, patch: ClubMemberPatch, revision: string) =>
      cache(await api.write('PATCH', `/members/${uuid}`, patch, revision)),
    erase: async (uuid: string, name: string) => {
      await api.write('DELETE', `/members/${uuid}`, { name })
      forgetOnceClosed(queries, detailKey(uuid))
      void refresh(queries, [...membersKey, 'page'], [...membersKey, 'counts'], groupsKey)
    },
    /** Loads the open detail view again, after a change of something else that it shows. */
    refreshDetail: (uuid: string) => refresh(queries, detailKey(uuid)),
    /** Loads the member anew. */
    reload: async (uuid: string) => cache(await api.get(`/members/${uuid}`)),
  }
}
