import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubMember } from '#contract/members/club-members.ts'
import type { GroupPatch, GroupDetail, MovedGroup, NewGroupBody } from '#contract/scheduling/groups.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { usePaused } from '#web/search/use-paused.ts'
import { searchOf } from '#web/desk/list/list-address.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../club-data.ts'

const detailKey = (id: string) => [...groupsKey, 'sheet', id] as const

export function useGroup(id: string | null) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(id ?? ''),
    queryFn: ({ signal }) => api.get<GroupDetail>(`/groups/${id}`, signal),
    enabled: id !== null,
  })
}

/** Coaches of the club, for choices. */
export function useCoaches(): readonly ListedUser[] {
  const { api } = useShell()
  const coaches = useQuery({
    queryKey: ['club-coaches'],
    queryFn: ({ signal }) => api.list<ListedUser>('/users', { 'type[]': 'coach', per_page: '1000' }, signal),
    staleTime: 5 * 60_000,
  })
  return coaches.data?.rows ?? []
}

interface FoundMembers {
  /** Meanwhile what fewer letters found. */
  found: readonly ClubMember[]
  /** What is found for just this text, when it is known. */
  settled: () => Promise<readonly ClubMember[]>
}

/** Active members whose names, numbers or guardians begin with what is typed. */
export function useFoundMembers(text: string): FoundMembers {
  const { api } = useShell()
  const queries = useQueryClient()
  const search = searchOf(text)
  const paused = usePaused(search)
  const asking = (words: string | undefined) =>
    queryOptions({
      queryKey: [...membersKey, 'found', words ?? ''],
      queryFn: ({ signal }) =>
        api.list<ClubMember>('/members', { search: words, status: 'active', per_page: '8', with_groups: '1' }, signal),
    })
  const { data, isPlaceholderData } = useQuery({
    ...asking(paused),
    enabled: paused !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = search === undefined ? [] : (data?.rows ?? [])
  return {
    found,
    settled: async () => {
      if (search === undefined || (search === paused && data !== undefined && !isPlaceholderData)) return found
      return (await queries.fetchQuery(asking(search)).catch(() => ({ rows: [] }))).rows
    },
  }
}

/** Writes of a group; what comes back is the group as it is now. */
export function useGroupWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const keep = <Detail extends GroupDetail>(group: Detail): Detail => {
    queries.setQueryData(detailKey(group.id), group)
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name, kind, id] }) =>
        (name === groupsKey[0] && !(kind === 'sheet' && id === group.id)) ||
        (name === membersKey[0] && kind !== 'sheet'),
    })
    return group
  }
  const members = (id: string) => `/groups/${id}/members`
  return {
    open: async (entry: NewGroupBody) => keep(await api.write<GroupDetail>('POST', '/groups', entry)),
    change: async (id: string, patch: GroupPatch, revision: string) =>
      keep(await api.write<GroupDetail>('PATCH', `/groups/${id}`, patch, revision)),
    again: async (id: string) => keep(await api.get<GroupDetail>(`/groups/${id}`)),
    enter: async (id: string, uuid: string) =>
      keep(await api.write<MovedGroup>('POST', members(id), { member_uuids: [uuid] })),
    remove: async (id: string, uuid: string) => keep(await api.write<MovedGroup>('DELETE', `${members(id)}/${uuid}`)),
    move: async (id: string, uuid: string, group_id: string) =>
      keep(await api.write<MovedGroup>('POST', `${members(id)}/${uuid}/move`, { group_id })),
  }
}
