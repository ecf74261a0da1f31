import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { readMemberMarks, type MemberMarks } from '#web/offline/member-marks.ts'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { memberHistory, type HistoryEntry } from './mark-history.ts'
import { useSnapshot, useStatus } from '#web/portals/coach/use-coach.ts'

/** Marks that one call of the server returns. */
const PAGE_SIZE = 50

interface MemberHistory {
  /** Null until the device was read. */
  entries: HistoryEntry[] | null
  /** Where the marks come from. From the device alone they may be incomplete. */
  source: 'server' | 'device'
  loading: boolean
  failed: boolean
  /** Loads older marks from the server; null when there are none. */
  loadMore: (() => void) | null
}

/** A member's marks, from the server while there is a network, and from the device at once. */
export function useMemberHistory(memberUuid: string): MemberHistory {
  const { api } = useShell()
  const { online } = useConnection()
  const { results } = useSnapshot()
  const status = useStatus()
  const device = useMemberMarks(memberUuid)
  const query = useInfiniteQuery({
    // fetched again after each pull, because the server may have new marks
    queryKey: ['assessments', memberUuid, status.syncedAt],
    queryFn: ({ pageParam, signal }) =>
      api.list(`/members/${memberUuid}/assessments`, { page: String(pageParam), per_page: String(PAGE_SIZE) }, signal),
    initialPageParam: 0,
    // pages are numbered from 0, so the number of loaded pages is the next page
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length : null),
    enabled: online,
    placeholderData: (before) => before,
    retry: false,
  })
  const { data } = query
  const serverMarks = useMemo(() => (online && data ? data.pages.flatMap(({ rows }) => rows) : null), [online, data])
  const entries = useMemo(
    () => (device ? memberHistory(device, serverMarks) : null),
    // `results` is a dependency because the device is read again when they change
    // oxlint-disable-next-line react/exhaustive-deps
    [device, serverMarks, results],
  )
  return {
    entries,
    source: serverMarks ? 'server' : 'device',
    loading: online && query.isLoading,
    failed: online && query.isError,
    loadMore: serverMarks && query.hasNextPage ? () => void query.fetchNextPage() : null,
  }
}

/** What the device knows of the member's marks, read again whenever the data on it changes. */
function useMemberMarks(memberUuid: string): MemberMarks | null {
  const user = useMe()?.uuid
  const { results } = useSnapshot()
  const status = useStatus()
  const [marks, setMarks] = useState<MemberMarks | null>(null)
  useEffect(() => {
    if (user === undefined) return undefined
    let unmounted = false
    const show = (deviceMarks: MemberMarks) => (unmounted ? undefined : setMarks(deviceMarks))
    // while the database is closed or upgraded it cannot be read; then only the server's marks are shown
    readMemberMarks(user, memberUuid).then(show, () => show({ operations: [], stored: [] }))
    return () => {
      unmounted = true
    }
  }, [user, memberUuid, results, status])
  return marks
}
