import { useQueries, useQuery } from '@tanstack/react-query'
import type { Group } from '#contract/scheduling/groups.ts'
import type { LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { Curriculum, Video } from '#contract/curriculum/schemes.ts'
import { isUnanswered } from '#web/api/api-error.ts'
import {
  readStored,
  fetchWithFallback,
  fetchWithQuickFallback,
  type StoredAnswer,
} from '#web/shell/start/stored-answers.ts'
import { useShell, type Shell } from '#web/shell/start/shell-context.ts'
import { compileCurriculum, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/** How long a fetched curriculum, video list or scheme list counts as fresh. */
const FRESH_MS = 10 * 60_000

/** The key under which a curriculum is stored on the device. */
export function curriculumKey(locale: string, slug: string): string {
  return `curriculum/${locale}/${slug}`
}

/**
 * Fetches a curriculum in the user's language. Without network, a copy on the device in any language is used. When the
 * stored copy was returned first, `onFresh` receives the server's answer later.
 */
async function fetchCurriculum(
  { api, client, language }: Shell,
  slug: string,
  onFresh: (answer: StoredAnswer<Curriculum>) => void,
): Promise<StoredAnswer<Curriculum>> {
  try {
    return await fetchWithQuickFallback(curriculumKey(language.language, slug), () => api.curriculum(slug), onFresh)
  } catch (error) {
    for (const otherLanguage of client.languages) {
      const stored = await readStored<Curriculum>(curriculumKey(otherLanguage.language, slug))
      if (stored && isUnanswered(error)) return stored
    }
    throw error
  }
}

function curriculumQuery(shell: Shell, slug: string | null) {
  const queryKey = ['curriculum', shell.language.language, slug]
  return {
    queryKey,
    queryFn: () => fetchCurriculum(shell, slug ?? '', (answer) => shell.queries.setQueryData(queryKey, answer)),
    enabled: slug !== null,
    staleTime: FRESH_MS,
    // also runs without network, to read the stored copy
    networkMode: 'always' as const,
  }
}

/** The compiled curriculum that this page has loaded; undefined when it has not. */
export function compiledOnDevice(shell: Shell, slug: string): CompiledCurriculum | undefined {
  const answer = shell.queries.getQueryData<StoredAnswer<Curriculum>>(curriculumQuery(shell, slug).queryKey)
  return answer && compileCurriculum(answer.data)
}

/** The curriculum of a scheme; without network, or while the server is slow, the copy on the device. */
export function useCurriculum(slug: string | null) {
  return useQuery(curriculumQuery(useShell(), slug))
}

/** Several compiled curricula by slug, without those that still load. Fetching them also stores them on the device. */
export function useCompiledCurricula(slugs: readonly string[]): ReadonlyMap<string, CompiledCurriculum> {
  const shell = useShell()
  return useQueries({
    queries: slugs.map((slug) => curriculumQuery(shell, slug)),
    combine: compiledBySlug,
  })
}

/** The `data` of a query is the stored answer, and its `data` the curriculum. */
function compiledBySlug(
  replies: readonly { data?: StoredAnswer<Curriculum> | undefined }[],
): ReadonlyMap<string, CompiledCurriculum> {
  return new Map(replies.flatMap(({ data }) => (data ? [[data.data.slug, compileCurriculum(data.data)] as const] : [])))
}

/** The slugs of the schemes that the groups and plans on this device use. */
export function schemesOf(groups: readonly Group[], plans: ReadonlyMap<string, LessonPlan> = new Map()): string[] {
  const slugs = [...plans.values()].map((plan) => plan.content.schemeSlug)
  return [...new Set([...groups.flatMap((group) => group.scheme_slug ?? []), ...slugs])].sort()
}

/** The curriculum of a scheme, compiled; undefined while it loads. */
export function useCompiledCurriculum(slug: string | null | undefined): CompiledCurriculum | undefined {
  const { data } = useCurriculum(slug ?? null)
  return data && compileCurriculum(data.data)
}

function videosQuery({ api }: Shell, slug: string) {
  return {
    queryKey: ['videos', slug],
    queryFn: () => fetchWithFallback(`videos/${slug}`, () => api.videos(slug)),
    staleTime: FRESH_MS,
    networkMode: 'always' as const,
  }
}

/** Videos of several schemes by slug; undefined until all are loaded. */
export function useVideosOf(slugs: readonly string[]): ReadonlyMap<string, readonly Video[]> | undefined {
  const shell = useShell()
  const replies = useQueries({ queries: slugs.map((slug) => videosQuery(shell, slug)) })
  const loaded = replies.flatMap(({ data }, index) => (data ? [[slugs[index] ?? '', data.data] as const] : []))
  return loaded.length === slugs.length ? new Map(loaded) : undefined
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
    queryFn: () => fetchWithFallback(`schemes/${language.language}`, () => api.schemes()),
    staleTime: FRESH_MS,
    networkMode: 'always',
  })
}
