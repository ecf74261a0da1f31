import { Fragment, type ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { takesSession } from '#web/portals/coach/sessions/day-sessions.ts'
import { useSnapshot } from '../use-coach.ts'
import { useToday } from '#web/portals/coach/sessions/use-club-time.ts'

/**
 * Renders a page of a group that the coach takes today; other groups lead to their overview. With `allowOtherDays` a
 * covering coach may open the page on other days too.
 */
export function OwnGroupOnly({
  children,
  allowOtherDays = false,
}: {
  children: (group: Group) => ReactNode
  allowOtherDays?: boolean
}) {
  const { groupId } = useParams()
  const { groups, ready } = useSnapshot()
  const today = useToday()
  const group = groups.find(({ id }) => id === groupId)
  if (!group) return <MissingGroup ready={ready} />
  if (group.imported === true || (!allowOtherDays && !takesSession(group, today)))
    return <Navigate replace to={`/member-groups/${group.id}`} />
  // the key makes the page of each group its own, with its own undo
  return <Fragment key={group.id}>{children(group)}</Fragment>
}
