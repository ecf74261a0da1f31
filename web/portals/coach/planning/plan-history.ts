import type { PlanContent } from '#domain/assessment/lesson-plan.ts'

/** A plan that is being written, with its undo stack. */
interface PlanHistory {
  now: PlanContent
  /** Former states, the last one last. */
  past: readonly PlanContent[]
  /** The field that was typed in last: further typing in it belongs to the same undo step. */
  key: string | null
}

const MOST_STEPS = 100

export function startHistory(now: PlanContent): PlanHistory {
  return { now, past: [], key: null }
}

/** Adds a change; `key` names the field that is typed in, null makes an undo step of its own. */
export function withChange(history: PlanHistory, now: PlanContent, key: string | null): PlanHistory {
  if (now === history.now) return history
  const sameStep = key !== null && key === history.key
  return { now, past: sameStep ? history.past : [...history.past, history.now].slice(-MOST_STEPS), key }
}

export function withUndo(history: PlanHistory): PlanHistory {
  const before = history.past.at(-1)
  return before ? { now: before, past: history.past.slice(0, -1), key: null } : history
}
