import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Assessment } from '#contract/assessment/assessments.ts'
import { readMemberMarks, type MemberMarks } from '#web/offline/member-marks.ts'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { memberHistory, type HistoryEntry } from './mark-history.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'

const PAGE = 50

interface MemberHistory {
  /** Null until the device was read. */
  entries: HistoryEntry[] | null
  /** Where the marks are from: with `device` only what is known here. */
  from: 'server' | 'device'
  loading: boolean
  failed: boolean
  /** Older ones are on the server. */
  more: (() => void) | null
}

/** A member's marks, from the server while there is a network, and from the device at once. */
export function useMemberHistory(memberUuid: string): MemberHistory {
  const { api } = useShell()
  const { online } = useConnection()
  const { results, status } = useSnapshot()
  const device = useMemberMarks(memberUuid)
  const query = useInfiniteQuery({
    // after each pull the server may tell more
    queryKey: ['assessments', memberUuid, status.syncedAt],
    queryFn: ({ pageParam, signal }) =>
      api.list<Assessment>(
        `/members/${memberUuid}/assessments`,
        { page: String(pageParam), per_page: String(PAGE) },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length : null),
    enabled: online,
    placeholderData: (before) => before,
    retry: false,
  })
  const { data } = query
  const served = useMemo(() => (online && data ? data.pages.flatMap(({ rows }) => rows) : null), [online, data])
  const entries = useMemo(
    () => (device ? memberHistory(device, served) : null),
    // the device was read anew when results changed
    // oxlint-disable-next-line react/exhaustive-deps
    [device, served, results],
  )
  return {
    entries,
    from: served ? 'server' : 'device',
    loading: online && query.isLoading,
    failed: online && query.isError,
    more: served && query.hasNextPage ? () => void query.fetchNextPage() : null,
  }
}

/** What the device knows, read again whenever it changes. */
function useMemberMarks(memberUuid: string): MemberMarks | null {
  const user = useMe()?.uuid
  const { results, status } = useSnapshot()
  const [known, setKnown] = useState<MemberMarks | null>(null)
  useEffect(() => {
    if (user === undefined) return undefined
    let left = false
    const show = (read: MemberMarks) => (left ? undefined : setKnown(read))
    // a database that is being closed or upgraded tells nothing: the server's marks stand alone
    readMemberMarks(user, memberUuid).then(show, () => show({ operations: [], stored: [] }))
    return () => {
      left = true
    }
  }, [user, memberUuid, results, status])
  return known
}
