import { isPlanKind } from '#domain/assessment/commands/commands.ts'
import type { CheckedEdit } from '#server/assessment/sync/check-operations.ts'
import type { Store } from '#server/assessment/sync/store.ts'
import { foldPlans } from './fold-plans.ts'
import { lockPlans, type CheckedPlan } from './lock-plans.ts'
import { changedPlans, writePlans } from './write-plans.ts'

/** The store of lesson plans, their readers and their groups. */
export const planStore: Store = {
  async lock({ tx, nowMs }, edits) {
    const plans = plansOf(edits)
    // all are of one push, because a push with edits of plans shares its transaction with no other
    const userId = plans[0]?.op.authorUuid ?? ''
    const deviceId = plans[0]?.deviceId ?? ''
    const locked = await lockPlans(tx, userId, plans)
    return {
      fold(fresh, outcomes) {
        const folded = foldPlans(nowMs, deviceId, userId, plansOf(fresh), locked, outcomes)
        return Promise.resolve({
          changes: changedPlans(folded, locked),
          parents: [],
          write: () => writePlans(tx, userId, folded),
        })
      },
    }
  },
}

function plansOf(edits: readonly CheckedEdit[]): CheckedPlan[] {
  return edits.filter((edit): edit is CheckedPlan => isPlanKind(edit.kind))
}
