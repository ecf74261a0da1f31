import type { CoachPlan, CoachSnapshot } from '#web/offline/coach-store.ts'

/** The plans on a group; the one that was put there last comes first. */
export function plansOfGroup(
  { plans, planGroups }: Pick<CoachSnapshot, 'plans' | 'planGroups'>,
  groupId: string,
): CoachPlan[] {
  return planGroups.flatMap((link) => (link.groupId === groupId ? (plans.get(link.planUuid) ?? []) : []))
}
