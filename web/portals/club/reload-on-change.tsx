import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Outlet } from 'react-router'
import { refresh } from '#web/desk/list/use-list.ts'
import { useReloadOnEvents } from '#web/shell/session/use-stream-events.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { groupsKey, membersKey } from './club-data.ts'

/** How often lists are reloaded at most: while coaches mark, a club changes every second. */
const REFRESH_MS = 3_000

/**
 * Reloads members and groups when the server reports a change of this club, by another administrator or a coach. It is
 * around all pages, so that a page which was left shows at its return what changed meanwhile.
 */
export function ReloadOnChange() {
  const queries = useQueryClient()
  const club = useMe()?.club?.id
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useReloadOnEvents(
    (event) => event.type === 'club-changed' && event.clubId === club,
    () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        void refresh(queries, membersKey, groupsKey)
      }, REFRESH_MS)
    },
  )
  return <Outlet />
}
