import type { PlanContent } from '#domain/assessment/lesson-plan.ts'

/** A plan as it is written, and the way back. */
interface PlanHistory {
  now: PlanContent
  past: readonly PlanContent[]
  /** What was changed last: typing on in the same field is one step. */
  key: string | null
}

const MOST_STEPS = 100

export function startHistory(now: PlanContent): PlanHistory {
  return { now, past: [], key: null }
}

/** `key` names the field that is typed in; null is a step of its own. */
export function withChange(history: PlanHistory, now: PlanContent, key: string | null): PlanHistory {
  if (now === history.now) return history
  const goesOn = key !== null && key === history.key
  return { now, past: goesOn ? history.past : [...history.past, history.now].slice(-MOST_STEPS), key }
}

export function withUndo(history: PlanHistory): PlanHistory {
  const before = history.past.at(-1)
  return before ? { now: before, past: history.past.slice(0, -1), key: null } : history
}
