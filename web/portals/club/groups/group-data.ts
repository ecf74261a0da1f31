import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { assessmentPolicy } from '#domain/assessment/policy.ts'
import type { GroupLessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { ClubMember } from '#contract/members/club-members.ts'
import type { GroupPatch, GroupDetail, NewGroupBody } from '#contract/scheduling/groups.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { useDebouncedSearch } from '#web/search/use-debounced-search.ts'
import { searchOf } from '#web/desk/list/list-address.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from '../club-data.ts'

const detailKey = (id: string) => [...groupsKey, 'sheet', id] as const

export function useGroup(id: string | null) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(id ?? ''),
    queryFn: ({ signal }) => api.get(`/groups/${id}`, { signal }),
    enabled: id !== null,
  })
}

/** The lesson plans on a group; none while they load, and where the client does not use session planning. */
export function useGroupPlans(id: string): readonly GroupLessonPlan[] {
  const { api } = useShell()
  const mayRead = useMay(assessmentPolicy['lesson-plans.read'])
  const plans = useQuery({
    queryKey: [...groupsKey, 'plans', id],
    queryFn: ({ signal }) => api.get(`/groups/${id}/lesson-plans`, { signal }),
    enabled: mayRead,
  })
  return plans.data ?? []
}

/** The coaches of the club, to choose from. */
export function useCoaches(): readonly ListedUser[] {
  const { api } = useShell()
  const coaches = useQuery({
    queryKey: ['club-coaches'],
    queryFn: ({ signal }) => api.list('/users', { 'type[]': 'coach', per_page: '1000' }, signal),
    staleTime: 5 * 60_000,
  })
  return coaches.data?.rows ?? []
}

interface FoundMembers {
  /** The members found. While a search is loading, these are the members that the previous search found. */
  found: readonly ClubMember[]
  /** Resolves to the members whom the present text finds, once they are loaded; to none if loading them fails. */
  loadRows: () => Promise<readonly ClubMember[]>
}

/** The first eight active members whose names, numbers or guardians begin with the text. */
export function useFoundMembers(text: string): FoundMembers {
  const { api } = useShell()
  const queries = useQueryClient()
  const search = searchOf(text)
  const debounced = useDebouncedSearch(search)
  const optionsFor = (term: string | undefined) =>
    queryOptions({
      queryKey: [...membersKey, 'found', term ?? ''],
      queryFn: ({ signal }) =>
        api.list('/members', { search: term, status: 'active', per_page: '8', with_groups: '1' }, signal),
    })
  const { data, isPlaceholderData } = useQuery({
    ...optionsFor(debounced),
    enabled: debounced !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = search === undefined ? [] : (data?.rows ?? [])
  return {
    found,
    loadRows: async () => {
      if (search === undefined || (search === debounced && data !== undefined && !isPlaceholderData)) return found
      return (await queries.fetchQuery(optionsFor(search)).catch(() => ({ rows: [] }))).rows
    },
  }
}

/** The writes of a group. Each returns the group as it is afterwards and puts it into the query cache. */
export function useGroupWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const cache = <Detail extends GroupDetail>(group: Detail): Detail => {
    cacheAnswer(queries, detailKey(group.id), group)
    // loads everything about groups and members again, except this group, which was just stored, and the detail views
    // of members, because each reading of one is logged
    void queries.invalidateQueries({
      // `sheet` stands in the keys of detail views
      predicate: ({ queryKey: [name, kind, id] }) =>
        (name === groupsKey[0] && !(kind === 'sheet' && id === group.id)) ||
        (name === membersKey[0] && kind !== 'sheet'),
    })
    return group
  }
  return {
    create: async (entry: NewGroupBody) => cache(await api.write('POST', '/groups', entry)),
    change: async (id: string, patch: GroupPatch, revision: string) =>
      cache(await api.write('PATCH', `/groups/${id}`, patch, revision)),
    reload: async (id: string) => cache(await api.get(`/groups/${id}`)),
    addMember: async (id: string, uuid: string) =>
      cache(await api.write('POST', `/groups/${id}/members`, { member_uuids: [uuid] })),
    removeMember: async (id: string, uuid: string) => cache(await api.write('DELETE', `/groups/${id}/members/${uuid}`)),
    moveMember: async (id: string, uuid: string, group_id: string) =>
      cache(await api.write('POST', `/groups/${id}/members/${uuid}/move`, { group_id })),
  }
}
