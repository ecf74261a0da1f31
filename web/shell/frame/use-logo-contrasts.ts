import { useQuery } from '@tanstack/react-query'
import type { LogoContrast } from '#contract/platform/files.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/**
 * Whether a logo can be seen on each of the colours behind it, as the server computes it; empty until it answers. The
 * caller changes `colourVersion` when those colours change, so that the server is asked again.
 */
export function useLogoContrasts(logo: string | null, colourVersion = ''): readonly LogoContrast[] {
  const { api } = useShell()
  const answer = useQuery({
    queryKey: ['logo-seen', logo, colourVersion],
    queryFn: ({ signal }) => api.get(`/files/${logo}/seen`, { signal }),
    enabled: logo !== null,
    staleTime: Infinity,
  })
  return answer.data ?? []
}
