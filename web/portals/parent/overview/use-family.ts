import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Video } from '#contract/curriculum/schemes.ts'
import { isMissing } from '#web/api/api-error.ts'
import { fetchWithFallback, fetchWithQuickFallback } from '#web/shell/start/stored-answers.ts'
import { useMe, useShell, type Shell } from '#web/shell/start/shell-context.ts'
import { useReloadOnEvents } from '#web/shell/session/use-stream-events.ts'
import { schemeSlugsOf } from '#domain/assessment/current-level.ts'
import { deviceDate } from '#web/shell/i18n/dates.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { childOf, type Child } from './coming-groups.ts'
import { compileOnce, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/** The parent's children, with the schemes that they work at. */
export interface Family {
  members: readonly Child[]
  schemes: ReadonlyMap<string, ReadyScheme>
  /** When the server returned the members, Unix ms. */
  loadedAt: number
}

export type FamilyState =
  | { state: 'loading' }
  | { state: 'failed'; retry: () => void }
  | { state: 'ready'; family: Family }

const membersKey = ['members'] as const

/** How often to reload: a passed level becomes an award after 15 minutes, and the server sends no event about that. */
const REFETCH_MS = 60_000

/** How long a curriculum and its videos are used before they are loaded again. */
const STALE_MS = 5 * 60_000

function curriculumQuery({ api, queries }: Shell, slug: string) {
  const queryKey = ['curriculum', slug]
  return {
    queryKey,
    queryFn: () =>
      fetchWithQuickFallback(
        `curriculum/${slug}`,
        () => api.curriculum(slug),
        (answer) => queries.setQueryData(queryKey, answer),
      ),
    staleTime: STALE_MS,
  }
}

/** Loads a curriculum; a stored one is shown when the server does not answer within a second. */
export function useCurriculum(slug: string | null) {
  return useQuery({ ...curriculumQuery(useShell(), slug ?? ''), enabled: slug !== null })
}

/** The videos with these ids, of one skill; nothing is loaded for a skill without videos. */
export function useVideos(slug: string, ids: readonly number[]): Video[] {
  const { api } = useShell()
  const videos = useQuery({
    queryKey: ['videos', slug],
    queryFn: () => fetchWithFallback(`videos/${slug}`, () => api.videos(slug)),
    enabled: ids.length > 0,
    staleTime: STALE_MS,
  })
  return (videos.data?.data ?? []).filter((video) => ids.includes(video.id))
}

/** The children and their schemes; reloads when the server reports a change. */
export function useFamily(): FamilyState {
  const shell = useShell()
  const { api, queries } = shell
  const me = useMe()
  const uuid = me?.uuid
  const queryKey = [...membersKey, uuid]
  const members = useQuery({
    queryKey,
    queryFn: () =>
      fetchWithQuickFallback(
        'members',
        () => api.userMembers(uuid ?? ''),
        (answer) => queries.setQueryData(queryKey, answer),
      ),
    enabled: uuid !== undefined,
    refetchInterval: REFETCH_MS,
  })
  const today = deviceDate(useNow())
  const children = useMemo(() => members.data?.data.map((member) => childOf(member, today)), [members.data, today])
  const slugs = useMemo(() => [...new Set((children ?? []).flatMap(schemeSlugsOf))], [children])
  const curricula = useQueries({
    queries: slugs.map((slug) => curriculumQuery(shell, slug)),
  })
  useReloadOnEvents(
    ({ type }) => type === 'member-changed',
    () => void queries.invalidateQueries({ queryKey: membersKey }),
  )

  // a deleted scheme must not hide the children and their other schemes
  const existing = curricula.filter(({ error }) => !isMissing(error))
  const failed = members.isError || existing.some(({ isError }) => isError)
  const incomplete = members.data === undefined || existing.some(({ data }) => data === undefined)
  // a failed reload is not shown while the data from before is complete
  if (failed && incomplete) {
    const retry = () => void queries.refetchQueries({ predicate: (query) => query.state.status === 'error' })
    return { state: 'failed', retry }
  }
  if (members.data === undefined || children === undefined || incomplete) return { state: 'loading' }
  const schemes = new Map(
    curricula.flatMap(({ data }) => (data ? [[data.data.slug, compileOnce(data.data)] as const] : [])),
  )
  return { state: 'ready', family: { members: children, schemes, loadedAt: members.data.at } }
}
