import { useQuery } from '@tanstack/react-query'
import { seenOr } from '#web/shell/remembered.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { courseOf, type Course } from './group-data.ts'

/** The curriculum of a scheme; without network the one last seen. */
export function useCurriculum(slug: string | null) {
  const { api, language } = useShell()
  return useQuery({
    queryKey: ['curriculum', language.language, slug],
    queryFn: () => seenOr(`curriculum/${language.language}/${slug}`, () => api.curriculum(slug ?? '')),
    enabled: slug !== null,
    staleTime: 10 * 60_000,
    // the last seen one is asked for without network too
    networkMode: 'always',
  })
}

/** The curriculum of a scheme, compiled; undefined while it loads. */
export function useCourse(slug: string | null | undefined): Course | undefined {
  const { data } = useCurriculum(slug ?? null)
  return data && courseOf(data.data)
}

/** The schemes a coach can read. */
export function useSchemes() {
  const { api, language } = useShell()
  return useQuery({
    queryKey: ['schemes', language.language],
    queryFn: () => seenOr(`schemes/${language.language}`, () => api.schemes()),
    staleTime: 10 * 60_000,
    networkMode: 'always',
  })
}
