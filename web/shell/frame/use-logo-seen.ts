import { useQuery } from '@tanstack/react-query'
import type { LogoSeen } from '#contract/platform/files.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * How well a logo is visible on the colours behind it, as the server computes it; empty until it answers. The caller
 * changes `ground` when those colours change, so that the question is asked again.
 */
export function useLogoSeen(logo: string | null, ground = ''): readonly LogoSeen[] {
  const { api } = useShell()
  const answer = useQuery({
    queryKey: ['logo-seen', logo, ground],
    queryFn: ({ signal }) => api.get<LogoSeen[]>(`/files/${logo}/seen`, signal),
    enabled: logo !== null,
    staleTime: Infinity,
  })
  return answer.data ?? []
}
