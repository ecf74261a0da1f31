import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { planFault, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import type { CoachPlan, PlanBase } from '#web/offline/coach-store.ts'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { Saving } from '#web/portals/coach/assess/saving/saved-note.tsx'
import { useCoach } from '../use-coach.ts'
import { startHistory, withChange, withUndo } from './plan-history.ts'

/** Typing rests this long before it is written down: one operation for a phrase, not for a letter. */
const REST_MS = 1_000

export interface PlanEditor {
  content: PlanContent
  fault: ReturnType<typeof planFault>
  saving: Saving
  /** `key` names a field that is typed in, whose changes are one step. */
  change: (to: (content: PlanContent) => PlanContent, key?: string) => void
  undo: () => void
  canUndo: boolean
  /** Writes down what was typed, now. */
  flush: () => void
  /** From here on nothing is written: the plan is being deleted. What the edits built on. */
  leave: () => PlanBase
}

function baseOf(plan: CoachPlan): PlanBase {
  return plan.waiting ?? { chain: crypto.randomUUID(), base: plan.revision }
}

const same = (a: PlanContent, b: PlanContent) => JSON.stringify(a) === JSON.stringify(b)

/**
 * A plan being written. All edits from opening it on build on what was there then, unless nothing was typed when newer
 * text came. `onCopy` hears that somebody else's text came first and these edits go into a plan of their own.
 */
export function usePlanEditor(plan: CoachPlan, onCopy: (planUuid: string) => void): PlanEditor {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useCoach()
  const [history, setHistory] = useState(() => startHistory(plan.content))
  const [saving, setSaving] = useState<Saving>(null)
  const on = useRef<PlanBase | null>(null)
  on.current ??= baseOf(plan)
  const kept = useRef(plan.content)
  const draft = useRef(plan.content)
  const left = useRef(false)
  const { uuid } = plan

  const flush = useCallback(() => {
    const content = draft.current
    if (left.current || on.current === null || same(content, kept.current) || planFault(content)) return
    const before = kept.current
    kept.current = content
    setSaving({ state: 'saving' })
    void store
      .savePlans([{ kind: 'plan', planUuid: uuid, content, on: on.current }])
      .catch(() => false)
      .then((saved) => {
        setSaving(saved ? { state: 'saved', at: clockTime(Date.now()) } : null)
        if (saved) return
        // what was typed stays, and is tried again with the next change
        kept.current = before
        alerts.show(t(store.snapshot().status.full ? 'coach.full' : 'coach.plan.notSaved'), 'bad', 15_000)
      })
  }, [alerts, store, t, uuid])

  useLayoutEffect(() => {
    draft.current = history.now
  }, [history])
  useEffect(() => {
    const timer = setTimeout(flush, REST_MS)
    return () => clearTimeout(timer)
  }, [history, flush])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  useEffect(() => {
    const chain = on.current?.chain
    const foreign = chain !== undefined && plan.last.chain !== chain && !same(plan.content, kept.current)
    if (foreign && chain !== uuid && store.snapshot().plans.has(chain)) {
      flush()
      onCopy(chain)
    } else if (foreign && same(draft.current, kept.current)) {
      kept.current = plan.content
      on.current = baseOf(plan)
      setHistory(startHistory(plan.content))
    } else if (foreign && chain === uuid) {
      // a copy that is overtaken itself: what is typed here needs another name, and no revision is 0
      on.current = { chain: crypto.randomUUID(), base: 0 }
    }
  }, [plan, store, uuid, flush, onCopy])

  return {
    content: history.now,
    fault: planFault(history.now),
    saving,
    change: useCallback((to, key) => setHistory((was) => withChange(was, to(was.now), key ?? null)), []),
    undo: useCallback(() => setHistory(withUndo), []),
    canUndo: history.past.length > 0,
    flush,
    leave() {
      left.current = true
      return on.current ?? baseOf(plan)
    },
  }
}
