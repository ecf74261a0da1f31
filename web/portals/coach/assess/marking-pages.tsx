import { Navigate, Outlet, useParams } from 'react-router'
import { useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'

/** Groups of the coming week are read and planned, not marked: there an address of a page that marks leads to the group. */
export function MarkingPages() {
  const { groupId } = useParams()
  const { coming, query } = useSessionDay()
  return coming ? <Navigate replace to={`/member-groups/${groupId}${query}`} /> : <Outlet />
}
