import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { removeVaultsExcept, readVaults, type CoachVaults } from '#web/offline/coach-vault.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { onDevice } from './switch-user.ts'

export const vaultsKey = ['coach-vaults'] as const
export const clubUsersKey = ['club-users'] as const

/** Which coaches can come back to this tablet without network; undefined until it was read. */
export function useVaults(): CoachVaults | undefined {
  const read = () => onDevice((db) => readVaults(db, Date.now()))
  return useQuery({ queryKey: vaultsKey, queryFn: read, staleTime: 0 }).data
}

/** The club's coaches, fetched while there is network. Vaults of coaches who have no PIN any more are removed. */
export function useClubUsers(enabled = true) {
  const { api, queries } = useShell()
  const { online } = useConnection()
  const query = useQuery({
    queryKey: clubUsersKey,
    queryFn: ({ signal }) => api.clubUsers(signal),
    enabled: online && enabled,
  })
  const users = query.data
  useEffect(() => {
    if (!users) return
    const withPin = users.filter(({ has_pin }) => has_pin).map(({ uuid }) => uuid)
    void onDevice((db) => removeVaultsExcept(db, withPin)).then(() =>
      queries.invalidateQueries({ queryKey: vaultsKey }),
    )
  }, [users, queries])
  return query
}
