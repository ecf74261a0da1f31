import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { GuestMember } from '#contract/flows/guests.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { changeSetsKey, groupsKey, membersKey } from '../club-data.ts'

/** The children whom coaches entered at a session, and about whom the office has not decided. */
export function useGuests() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'guests'],
    queryFn: ({ signal }) => api.get('/guests', { signal }),
  })
}

/** What the office can decide about a guest. */
export function useGuestWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const refreshed = <Answer>(answer: Answer): Answer => {
    void refresh(queries, membersKey, groupsKey, changeSetsKey)
    return answer
  }
  return {
    makeMember: async (uuid: string, body: GuestMember) =>
      refreshed(await api.write('POST', `/guests/${uuid}/member`, body)),
    join: async (uuid: string, memberUuid: string) =>
      refreshed(await api.write('POST', `/guests/${uuid}/join`, { member_uuid: memberUuid })),
    drop: async (uuid: string) => refreshed(await api.write('DELETE', `/guests/${uuid}`)),
  }
}
