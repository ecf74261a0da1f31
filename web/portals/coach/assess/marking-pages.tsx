import { Navigate, Outlet, useParams } from 'react-router'
import { useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'

/**
 * Parent route of the pages that mark. For a day of the coming week, which cannot be marked, it leads to the group's
 * page.
 */
export function MarkingPages() {
  const { groupId } = useParams()
  const { coming, query } = useSessionDay()
  return coming ? <Navigate replace to={`/member-groups/${groupId}${query}`} /> : <Outlet />
}
