import { useQuery } from '@tanstack/react-query'
import type { LogoContrast } from '#contract/platform/files.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * How well a logo is visible on the colours behind it, as the server computes it; empty until it answers. The caller
 * changes `ground` when those colours change, so that the question is asked again.
 */
export function useLogoSeen(logo: string | null, ground = ''): readonly LogoContrast[] {
  const { api } = useShell()
  const answer = useQuery({
    queryKey: ['logo-seen', logo, ground],
    queryFn: ({ signal }) => api.get<LogoContrast[]>(`/files/${logo}/seen`, signal),
    enabled: logo !== null,
    staleTime: Infinity,
  })
  return answer.data ?? []
}
