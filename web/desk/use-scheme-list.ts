import { useQuery } from '@tanstack/react-query'
import { schemeListQuery } from '#domain/tenants/pages.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'

/** The schemes from which a user of a desk can choose. */
export function useSchemeList() {
  const { api } = useShell()
  const visitor = useVisitor()
  return useQuery({
    queryKey: ['schemes'],
    queryFn: ({ signal }) => api.schemes(schemeListQuery(visitor), signal),
    staleTime: 10 * 60_000,
  })
}
