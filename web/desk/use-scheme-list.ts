import { useQuery } from '@tanstack/react-query'
import { schemesAskedFor } from '#domain/tenants/pages.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'

/** The schemes that a club or the client chooses from. */
export function useSchemeList() {
  const { api } = useShell()
  const visitor = useVisitor()
  return useQuery({
    queryKey: ['schemes'],
    queryFn: ({ signal }) => api.schemes(schemesAskedFor(visitor), signal),
    staleTime: 10 * 60_000,
  })
}
