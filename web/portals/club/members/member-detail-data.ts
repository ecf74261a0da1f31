import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { ChangedMember, ClubMemberPatch, MemberDetail, NewClubMember } from '#contract/members/club-members.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../club-data.ts'

const detailKey = (uuid: string) => [...membersKey, 'sheet', uuid] as const

/** Each reading of medical notes is put on record, so a detail view is not read again by itself while it lies open. */
export function useDetail(uuid: string | null) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(uuid ?? ''),
    queryFn: ({ signal }) => api.get<MemberDetail>(`/members/${uuid}`, signal),
    enabled: uuid !== null,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}

export function useProgress(uuid: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'progress', uuid],
    queryFn: ({ signal }) => api.get<MemberProgress>(`/members/${uuid}/progress`, signal),
  })
}

/** The newest entries of a list of a member's. */
export function useHistory<Entry>(uuid: string, list: 'marks' | 'attendance' | 'log', size: number) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, list, uuid, size],
    queryFn: ({ signal }) => api.list<Entry>(`/members/${uuid}/${list}`, { per_page: String(size) }, signal),
    placeholderData: (before) => before,
  })
}

/** What is shown of somebody who is gone goes with the detail view: taken away before, it would be asked for again. */
function forgetOnceClosed(queries: QueryClient, key: readonly string[]): void {
  const cache = queries.getQueryCache()
  const shown = cache.find({ queryKey: key })
  if (shown === undefined) return
  const forget = () => queries.removeQueries({ queryKey: key, exact: true })
  if (shown.getObserversCount() === 0) return forget()
  const stop = cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || query !== shown || shown.getObserversCount() > 0) return
    stop()
    forget()
  })
}

/** Writes of the detail view; the answer is the member as it is now. */
export function useDetailWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const keep = <Detail extends MemberDetail>(detail: Detail): Detail => {
    queries.setQueryData(detailKey(detail.uuid), detail)
    void queries.invalidateQueries({ queryKey: [...membersKey, 'page'] })
    void queries.invalidateQueries({ queryKey: [...membersKey, 'counts'] })
    void queries.invalidateQueries({ queryKey: [...membersKey, 'log'] })
    void queries.invalidateQueries({ queryKey: groupsKey })
    return detail
  }
  return {
    enter: async (entry: NewClubMember) => keep(await api.write<MemberDetail>('POST', '/members', entry)),
    change: async (uuid: string, patch: ClubMemberPatch, revision: string) =>
      keep(await api.write<ChangedMember>('PATCH', `/members/${uuid}`, patch, revision)),
    erase: async (uuid: string, name: string) => {
      await api.write('DELETE', `/members/${uuid}`, { name })
      forgetOnceClosed(queries, detailKey(uuid))
      void queries.invalidateQueries({ queryKey: [...membersKey, 'page'] })
      void queries.invalidateQueries({ queryKey: [...membersKey, 'counts'] })
      void queries.invalidateQueries({ queryKey: groupsKey })
    },
    /** The member as the server has it now. */
    again: async (uuid: string) => keep(await api.get<MemberDetail>(`/members/${uuid}`)),
  }
}
