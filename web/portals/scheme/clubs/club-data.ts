import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubPatch, ClubSettings } from '#contract/tenants/clubs.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey } from '#web/shell/start/start-up.ts'

const detailKey = (id: string) => [...clubsKey, 'sheet', id] as const

/** Where a course provider owns clubs and staff, they are made, named and ended there [R3.3]. */
export function useOwnsRecords(): boolean {
  return useShell().client.auth_provider !== 'coursepro'
}

export function useClub(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => api.get<ClubSettings>(`/clubs/${id}`, signal),
  })
}

/** Everything that shows clubs is asked for anew, but the detail view of one that is gone, though it is still being closed. */
export function useClubsChanged(): (gone?: string) => void {
  const queries = useQueryClient()
  return (gone) =>
    void queries.invalidateQueries({
      queryKey: clubsKey,
      predicate: ({ queryKey }) => gone === undefined || queryKey.at(-1) !== gone,
    })
}

export function useChangeClub() {
  const { api } = useShell()
  const queries = useQueryClient()
  const changed = useClubsChanged()
  return async ({ id, revision }: ClubSettings, patch: ClubPatch): Promise<ClubSettings> => {
    const now = await api.write<ClubSettings>('PATCH', `/clubs/${id}`, patch, revision)
    queries.setQueryData(detailKey(id), now)
    changed()
    return now
  }
}
