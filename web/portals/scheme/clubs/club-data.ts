import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubPatch, ClubSettings } from '#contract/tenants/clubs.ts'
import { dropHiddenPages } from '#web/desk/list/use-list.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey } from '#web/shell/start/start-up.ts'

const detailKey = (id: string) => [...clubsKey, 'detail', id] as const

/** Whether clubs and staff are managed here. Otherwise a course provider owns them, and they are added, renamed and removed there [R3.3]. */
export function useOwnsRecords(): boolean {
  return useShell().client.auth_provider !== 'coursepro'
}

export function useClub(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => api.get(`/clubs/${id}`, { signal }),
  })
}

/**
 * Returns a function that reloads everything that shows clubs, except the details of a deleted club, which may be open for a
 * moment longer.
 */
export function useReloadClubs(): (deletedId?: string) => void {
  const queries = useQueryClient()
  return (deletedId) => {
    dropHiddenPages(queries, clubsKey)
    void queries.invalidateQueries({
      queryKey: clubsKey,
      // the key of a club's details ends with its id
      predicate: ({ queryKey }) => deletedId === undefined || queryKey.at(-1) !== deletedId,
    })
  }
}

/** Returns a function that changes a club and updates the cache. */
export function useChangeClub() {
  const { api } = useShell()
  const queries = useQueryClient()
  const reloadClubs = useReloadClubs()
  return async ({ id, revision }: ClubSettings, patch: ClubPatch): Promise<ClubSettings> => {
    const saved = await api.write('PATCH', `/clubs/${id}`, patch, revision)
    cacheAnswer(queries, detailKey(id), saved)
    reloadClubs()
    return saved
  }
}
