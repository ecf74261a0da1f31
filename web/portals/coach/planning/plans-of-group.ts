import type { CoachPlan, CoachSnapshot } from '#web/offline/coach-store.ts'

/** The plans on a group, the one that was put there last first. */
export function plansOfGroup(
  { plans, planGroups }: Pick<CoachSnapshot, 'plans' | 'planGroups'>,
  groupId: string,
): CoachPlan[] {
  return planGroups.flatMap((one) => (one.groupId === groupId ? (plans.get(one.planUuid) ?? []) : []))
}
