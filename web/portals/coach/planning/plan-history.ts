import type { PlanContent } from '#domain/assessment/lesson-plan.ts'

/** A plan that is being written, with its undo stack. */
interface PlanHistory {
  current: PlanContent
  /** Former states, the last one last. */
  past: readonly PlanContent[]
  /** The field that was typed in last: further typing in it belongs to the same undo step. */
  key: string | null
}

/** Undo steps that are kept. */
const MAX_STEPS = 100

export function startHistory(content: PlanContent): PlanHistory {
  return { current: content, past: [], key: null }
}

/** Adds a change; `key` names the field that is typed in, null makes an undo step of its own. */
export function withChange(history: PlanHistory, content: PlanContent, key: string | null): PlanHistory {
  if (content === history.current) return history
  const sameStep = key !== null && key === history.key
  const past = sameStep ? history.past : [...history.past, history.current].slice(-MAX_STEPS)
  return { current: content, past, key }
}

/** Goes back by one step; the history itself when there is none. */
export function withUndo(history: PlanHistory): PlanHistory {
  const previous = history.past.at(-1)
  return previous ? { current: previous, past: history.past.slice(0, -1), key: null } : history
}
