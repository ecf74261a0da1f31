import { useQueries, useQuery } from '@tanstack/react-query'
import type { Group } from '#contract/groups.ts'
import type { Curriculum } from '#contract/schemes.ts'
import { isUnanswered, recall, seenOr, type Seen } from '#web/shell/remembered.ts'
import { useShell, type Shell } from '#web/shell/shell-context.ts'
import { courseOf, type Course } from './group-data.ts'

/** Under which a curriculum is kept on the device. */
export function curriculumKey(locale: string, slug: string): string {
  return `curriculum/${locale}/${slug}`
}

/** In the language of the words; one that was seen in another language is better than none. */
async function askCurriculum({ api, client, language }: Shell, slug: string): Promise<Seen<Curriculum>> {
  try {
    return await seenOr(curriculumKey(language.language, slug), () => api.curriculum(slug))
  } catch (error) {
    for (const other of client.languages) {
      const seen = await recall<Curriculum>(curriculumKey(other.language, slug))
      if (seen && isUnanswered(error)) return seen
    }
    throw error
  }
}

function curriculumQuery(shell: Shell, slug: string | null) {
  return {
    queryKey: ['curriculum', shell.language.language, slug],
    queryFn: () => askCurriculum(shell, slug ?? ''),
    enabled: slug !== null,
    staleTime: 10 * 60_000,
    // the last seen one is asked for without network too
    networkMode: 'always' as const,
  }
}

/** The curriculum of a scheme; without network the one last seen. */
export function useCurriculum(slug: string | null) {
  return useQuery(curriculumQuery(useShell(), slug))
}

/** Several curricula at once, each undefined while it loads; asking for them is what keeps them on the device. */
export function useCourses(slugs: readonly string[]): ReadonlyMap<string, Course> {
  const shell = useShell()
  return useQueries({
    queries: slugs.map((slug) => curriculumQuery(shell, slug)),
    combine: coursesOf,
  })
}

function coursesOf(replies: readonly { data?: Seen<Curriculum> | undefined }[]): ReadonlyMap<string, Course> {
  return new Map(replies.flatMap(({ data }) => (data ? [[data.data.slug, courseOf(data.data)] as const] : [])))
}

/** The schemes that the groups on this device follow. */
export function schemesOf(groups: readonly Group[]): string[] {
  return [...new Set(groups.flatMap((group) => group.scheme_slug ?? []))].sort()
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
