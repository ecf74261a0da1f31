import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubMember } from '#contract/club-members.ts'
import type { Group, GroupPatch, GroupSheet, GroupSort, NewGroupBody } from '#contract/groups.ts'
import type { ListedUser } from '#contract/user-list.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { searchAllowed } from './member-filters.ts'
import { groupsKey, membersKey } from './office-data.ts'

const sheetKey = (id: string) => [...groupsKey, 'sheet', id] as const

export interface GroupFilters {
  status: 'current' | 'ended'
  search: string
  sort: GroupSort
  page: number
  size: number
}

export function useGroups({ status, search, sort, page, size }: GroupFilters) {
  const { api } = useShell()
  const query = {
    status,
    sort,
    page: String(page),
    per_page: String(size),
    search: search.trim().length >= 2 && searchAllowed(search) ? search.trim() : undefined,
  }
  return useQuery({
    queryKey: [...groupsKey, 'page', query],
    queryFn: ({ signal }) => api.list<Group>('/groups', query, signal),
    placeholderData: keepPreviousData,
  })
}

export function useGroup(id: string | null) {
  const { api } = useShell()
  return useQuery({
    queryKey: sheetKey(id ?? ''),
    queryFn: ({ signal }) => api.get<GroupSheet>(`/groups/${id}`, signal),
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

/** Active members whose names, numbers or guardians begin with what is typed. */
export function useFoundMembers(text: string): readonly ClubMember[] {
  const { api } = useShell()
  const search = text.trim()
  const enabled = search.length >= 2 && searchAllowed(search)
  const query = { search, status: 'active', per_page: '8', with_groups: '1' }
  const found = useQuery({
    queryKey: [...membersKey, 'found', search],
    queryFn: ({ signal }) => api.list<ClubMember>('/members', query, signal),
    enabled,
    placeholderData: keepPreviousData,
  })
  return enabled ? (found.data?.rows ?? []) : []
}

/** Writes of a group; what comes back is the group as it is now. */
export function useGroupWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const keep = (group: GroupSheet) => {
    queries.setQueryData(sheetKey(group.id), group)
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name, kind, id] }) =>
        (name === groupsKey[0] && !(kind === 'sheet' && id === group.id)) ||
        (name === membersKey[0] && kind !== 'sheet'),
    })
    return group
  }
  const members = (id: string) => `/groups/${id}/members`
  return {
    open: async (entry: NewGroupBody) => keep(await api.write<GroupSheet>('POST', '/groups', entry)),
    change: async (id: string, patch: GroupPatch, revision: string) =>
      keep(await api.write<GroupSheet>('PATCH', `/groups/${id}`, patch, revision)),
    again: async (id: string) => keep(await api.get<GroupSheet>(`/groups/${id}`)),
    enter: async (id: string, uuid: string) =>
      keep(await api.write<GroupSheet>('POST', members(id), { member_uuids: [uuid] })),
    remove: async (id: string, uuid: string) => keep(await api.write<GroupSheet>('DELETE', `${members(id)}/${uuid}`)),
    move: async (id: string, uuid: string, group_id: string) =>
      keep(await api.write<GroupSheet>('POST', `${members(id)}/${uuid}/move`, { group_id })),
  }
}
