import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Video } from '#contract/curriculum/schemes.ts'
import { isMissing } from '#web/api/api-error.ts'
import { seenOr, seenSoon } from '#web/shell/start/remembered.ts'
import { useMe, useShell, type Shell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'
import { schemesOf } from '#domain/assessment/current-level.ts'
import { prepare, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'

export interface Family {
  members: readonly Member[]
  schemes: ReadonlyMap<string, ReadyScheme>
  /** Unix ms at which the server gave the members. */
  at: number
}

export type FamilyState =
  | { state: 'loading' }
  | { state: 'failed'; again: () => void }
  | { state: 'ready'; family: Family }

const membersKey = ['members'] as const

/** A passed level becomes an award with time alone: no event tells of that. */
const AGAIN_MS = 60_000

function curriculumQuery({ api, queries }: Shell, slug: string) {
  const queryKey = ['curriculum', slug]
  return {
    queryKey,
    queryFn: () =>
      seenSoon(
        `curriculum/${slug}`,
        () => api.curriculum(slug),
        (seen) => queries.setQueryData(queryKey, seen),
      ),
    staleTime: 5 * 60_000,
  }
}

export function useCurriculum(slug: string | null) {
  return useQuery({ ...curriculumQuery(useShell(), slug ?? ''), enabled: slug !== null })
}

/** Videos of one skill, asked for when it has any. */
export function useVideos(slug: string, ids: readonly number[]): Video[] {
  const { api } = useShell()
  const videos = useQuery({
    queryKey: ['videos', slug],
    queryFn: () => seenOr(`videos/${slug}`, () => api.videos(slug)),
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
  })
  return (videos.data?.data ?? []).filter((video) => ids.includes(video.id))
}

/** The children and the schemes they work at; follows the server's word of a change. */
export function useFamily(): FamilyState {
  const shell = useShell()
  const { api, queries } = shell
  const me = useMe()
  const uuid = me?.uuid
  const queryKey = [...membersKey, uuid]
  const members = useQuery({
    queryKey,
    queryFn: () =>
      seenSoon(
        'members',
        () => api.userMembers(uuid ?? ''),
        (seen) => queries.setQueryData(queryKey, seen),
      ),
    enabled: uuid !== undefined,
    refetchInterval: AGAIN_MS,
  })
  const slugs = useMemo(() => [...new Set((members.data?.data ?? []).flatMap(schemesOf))], [members.data])
  const curricula = useQueries({
    queries: slugs.map((slug) => curriculumQuery(shell, slug)),
  })
  useStreamEvents((event) => {
    // `hello` comes after each new connection: something may have been missed before it
    if (event.type === 'member-changed' || event.type === 'hello')
      void queries.invalidateQueries({ queryKey: membersKey })
  })

  // a scheme that was deleted is no reason to hide the children and what they do elsewhere
  const there = curricula.filter(({ error }) => !isMissing(error))
  const failed = members.isError || there.some((one) => one.isError)
  const waiting = members.data === undefined || there.some((one) => one.data === undefined)
  if (failed && waiting) {
    const again = () => void queries.refetchQueries({ predicate: (query) => query.state.status === 'error' })
    return { state: 'failed', again }
  }
  if (members.data === undefined || waiting) return { state: 'loading' }
  const schemes = new Map(
    curricula.flatMap((one) => (one.data ? [[one.data.data.slug, prepare(one.data.data)] as const] : [])),
  )
  return { state: 'ready', family: { members: members.data.data, schemes, at: members.data.at } }
}
