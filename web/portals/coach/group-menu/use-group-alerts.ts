import { useMemo } from 'react'
import { useGroup, type GroupView } from '#web/portals/coach/groups/use-group.ts'
import { alertsOfGroup, type MemberAlerts } from './alert-facts.ts'

/** A group (see `useGroup`) with today's alerts of the members that it has on a date. */
export function useGroupAlerts(
  groupId: string | undefined,
  date?: string,
): GroupView & { alerts: readonly MemberAlerts[] } {
  const view = useGroup(groupId, date)
  const { snapshot, compiled, group, members, today } = view
  const alerts = useMemo(
    () => (group ? alertsOfGroup(snapshot, compiled, group, members, today) : []),
    [snapshot, compiled, group, members, today],
  )
  return { ...view, alerts }
}
