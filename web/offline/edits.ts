import { planGroupLane, planLane, planShareLane } from '#domain/assessment/lesson-plan.ts'
import { registerLane } from '#domain/assessment/register.ts'
import type { PlanBase, PlanInput, RegisterInput } from './coach-store.ts'
import type { NewEdit } from './outbox.ts'

/** The edit for an attendance, badge, move or note, as the outbox stores it. `timestamp` is in unix seconds. */
export function registerEditOf(input: RegisterInput, club: string, timestamp: number): NewEdit {
  const { kind, memberUuid } = input
  const groupId = input.group.id
  switch (input.kind) {
    case 'attendance': {
      const { date } = input
      const payload = { memberUuid, groupId, date, value: input.value, timestamp }
      return { kind, lane: registerLane({ kind: 'attendance', groupId, date, memberUuid }), payload }
    }
    case 'badge': {
      const [schemeSlug, schemeNodeId] = [input.schemeSlug, input.nodeId]
      const payload = { memberUuid, groupId, schemeSlug, schemeNodeId, value: input.value, timestamp }
      return { kind, lane: registerLane({ kind: 'badge', memberUuid, schemeSlug, schemeNodeId }), payload }
    }
    case 'move':
      return {
        kind,
        lane: registerLane({ kind: 'move', groupId, memberUuid }),
        payload: { memberUuid, groupId, value: input.value, timestamp },
      }
    case 'note':
      return {
        kind,
        lane: registerLane({ kind: 'note', club, memberUuid }),
        payload: { memberUuid, groupId, value: input.value.trim(), timestamp },
      }
  }
}

/**
 * The edit for a plan's text, its readers or its groups, as the outbox stores it. `base` is what new text builds on.
 */
export function planEditOf(input: PlanInput, base: PlanBase, timestamp: number): NewEdit {
  const { kind, planUuid } = input
  switch (kind) {
    case 'plan':
      return { kind, lane: planLane(planUuid), payload: { planUuid, ...base, content: input.content, timestamp } }
    case 'plan_share': {
      const { userUuid, value } = input
      return { kind, lane: planShareLane(planUuid, userUuid), payload: { planUuid, userUuid, value, timestamp } }
    }
    case 'plan_group': {
      const { groupId, value } = input
      return { kind, lane: planGroupLane(groupId, planUuid), payload: { planUuid, groupId, value, timestamp } }
    }
  }
}
