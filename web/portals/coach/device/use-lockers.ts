import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepLockers, readLockers, type Lockers } from '#web/offline/locker.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { onDevice } from './take-over.ts'

export const lockersKey = ['lockers'] as const
export const clubUsersKey = ['club-users'] as const

export function useLockers(): Lockers | undefined {
  const read = () => onDevice((db) => readLockers(db, Date.now()))
  return useQuery({ queryKey: lockersKey, queryFn: read, staleTime: 0 }).data
}

/** Coaches of the club, asked for while there is a network. Who has no PIN any more cannot come back without network either. */
export function useClubUsers(wanted = true) {
  const { api, queries } = useShell()
  const { online } = useConnection()
  const asked = useQuery({
    queryKey: clubUsersKey,
    queryFn: ({ signal }) => api.clubUsers(signal),
    enabled: online && wanted,
  })
  const users = asked.data
  useEffect(() => {
    if (!users) return
    const withPin = users.filter(({ has_pin }) => has_pin).map(({ uuid }) => uuid)
    void onDevice((db) => keepLockers(db, withPin)).then(() => queries.invalidateQueries({ queryKey: lockersKey }))
  }, [users, queries])
  return asked
}
