import { useQueries, useQuery } from '@tanstack/react-query'
import type { Group } from '#contract/scheduling/groups.ts'
import type { LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { Curriculum, Video } from '#contract/curriculum/schemes.ts'
import { isUnanswered, recall, seenOr, seenSoon, type Seen } from '#web/shell/start/remembered.ts'
import { useShell, type Shell } from '#web/shell/start/shell-context.ts'
import { courseOf, type Course } from '#web/portals/coach/groups/group-data.ts'

/** Under which a curriculum is kept on the device. */
export function curriculumKey(locale: string, slug: string): string {
  return `curriculum/${locale}/${slug}`
}

/** In the language of the words; one that was seen in another language is better than none. */
async function askCurriculum(
  { api, client, language }: Shell,
  slug: string,
  late: (seen: Seen<Curriculum>) => void,
): Promise<Seen<Curriculum>> {
  try {
    return await seenSoon(curriculumKey(language.language, slug), () => api.curriculum(slug), late)
  } catch (error) {
    for (const other of client.languages) {
      const seen = await recall<Curriculum>(curriculumKey(other.language, slug))
      if (seen && isUnanswered(error)) return seen
    }
    throw error
  }
}

function curriculumQuery(shell: Shell, slug: string | null) {
  const queryKey = ['curriculum', shell.language.language, slug]
  return {
    queryKey,
    queryFn: () => askCurriculum(shell, slug ?? '', (seen) => shell.queries.setQueryData(queryKey, seen)),
    enabled: slug !== null,
    staleTime: 10 * 60_000,
    // the last seen one is asked for without network too
    networkMode: 'always' as const,
  }
}

/** The curriculum of a scheme; without network, or while it answers late, the one last seen. */
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

/** The schemes that the groups and plans on this device follow. */
export function schemesOf(groups: readonly Group[], plans: ReadonlyMap<string, LessonPlan> = new Map()): string[] {
  const slugs = [...plans.values()].map((plan) => plan.content.schemeSlug)
  return [...new Set([...groups.flatMap((group) => group.scheme_slug ?? []), ...slugs])].sort()
}

/** The curriculum of a scheme, compiled; undefined while it loads. */
export function useCourse(slug: string | null | undefined): Course | undefined {
  const { data } = useCurriculum(slug ?? null)
  return data && courseOf(data.data)
}

function videosQuery({ api }: Shell, slug: string) {
  return {
    queryKey: ['videos', slug],
    queryFn: () => seenOr(`videos/${slug}`, () => api.videos(slug)),
    staleTime: 10 * 60_000,
    networkMode: 'always' as const,
  }
}

/** Videos of several schemes by slug; undefined until all are known. */
export function useVideosOf(slugs: readonly string[]): ReadonlyMap<string, readonly Video[]> | undefined {
  const shell = useShell()
  const replies = useQueries({ queries: slugs.map((slug) => videosQuery(shell, slug)) })
  const known = replies.flatMap(({ data }, at) => (data ? [[slugs[at] ?? '', data.data] as const] : []))
  return known.length === slugs.length ? new Map(known) : undefined
}

/** Videos of one node. */
export function useVideos(slug: string, ids: readonly number[]): Video[] {
  const shell = useShell()
  const { data } = useQuery({ ...videosQuery(shell, slug), enabled: ids.length > 0 })
  return (data?.data ?? []).filter((video) => ids.includes(video.id))
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
