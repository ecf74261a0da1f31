import { useQuery } from '@tanstack/react-query'
import { useShell } from '#web/shell/start/shell-context.ts'

export const notificationsKey = ['notifications'] as const

/** Loads one notification for the form: anew each time it is opened, and not again while somebody types. */
export function useNotification(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...notificationsKey, 'one', id],
    queryFn: ({ signal }) => api.get(`/notifications/${encodeURIComponent(id)}`, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
}
