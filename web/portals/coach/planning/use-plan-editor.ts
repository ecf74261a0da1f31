import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { planProblem, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import type { CoachPlan, PlanBase } from '#web/offline/coach-store.ts'
import { useShowNotSaved } from '#web/portals/coach/assess/saving/use-show-not-saved.ts'
import { createSaves, type Saves } from '#web/portals/coach/assess/saving/saves.ts'
import { useCoach } from '../use-coach.ts'
import { startHistory, withChange, withUndo } from './plan-history.ts'

/** A change is saved after this pause in typing, so that a phrase becomes one operation. */
const SAVE_DELAY_MS = 1_000

/** The state of a plan that is being written, and what its form can do. */
export interface PlanEditor {
  content: PlanContent
  /** What keeps the text from being saved, such as a missing title; null when nothing does. */
  problem: ReturnType<typeof planProblem>
  saves: Saves
  /** `key` names a field that is typed in; changes of it that follow each other are one undo step. */
  change: (edit: (content: PlanContent) => PlanContent, key?: string) => void
  undo: () => void
  canUndo: boolean
  /** Saves what was typed at once. */
  flush: () => void
  /** Stops saving, because the plan is about to be deleted; answers what its edits built on. */
  stopSaving: () => PlanBase
}

/**
 * What new edits of a plan build on: the chain of this coach's waiting edits, or a new chain from the current revision.
 * A chain is the edits of one device that build on each other.
 */
function baseOf(plan: CoachPlan): PlanBase {
  return plan.waiting ?? { chain: crypto.randomUUID(), base: plan.revision }
}

const isSame = (a: PlanContent, b: PlanContent) => JSON.stringify(a) === JSON.stringify(b)

/**
 * The editor of one plan. All edits build on the revision that was there when it was opened; if newer text arrives
 * while nothing is typed, the editor takes it over. When another coach's text arrived first, these edits become a copy
 * of the plan, and `onCopy` receives the copy's id.
 */
export function usePlanEditor(plan: CoachPlan, onCopy: (planUuid: string) => void): PlanEditor {
  const { t } = useTranslation()
  const showNotSaved = useShowNotSaved()
  const { store } = useCoach()
  const [history, setHistory] = useState(() => startHistory(plan.content))
  const [saves] = useState(createSaves)
  const base = useRef<PlanBase | null>(null)
  base.current ??= baseOf(plan)
  const savedContent = useRef(plan.content)
  const draft = useRef(plan.content)
  const deleted = useRef(false)
  const { uuid } = plan

  const flush = useCallback(() => {
    const content = draft.current
    if (deleted.current || base.current === null || isSame(content, savedContent.current) || planProblem(content))
      return
    const previouslySaved = savedContent.current
    savedContent.current = content
    const write = store.savePlans([{ kind: 'plan', planUuid: uuid, content, buildsOn: base.current }])
    void saves.track(write).then((result) => {
      if (result.saved) return
      // the text stays in the form and is saved with the next change
      savedContent.current = previouslySaved
      showNotSaved(result, t('coach.plan.notSaved'))
    })
  }, [showNotSaved, store, t, saves, uuid])

  useLayoutEffect(() => {
    draft.current = history.current
  }, [history])
  useEffect(() => {
    const timer = setTimeout(flush, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [history, flush])
  useEffect(() => {
    const flushWhenHidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', flushWhenHidden)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flushWhenHidden)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  useEffect(() => {
    const chain = base.current?.chain
    // the plan's text is not this editor's: another coach's, or that of this coach's other tab or device
    const isForeign = chain !== undefined && plan.last.chain !== chain && !isSame(plan.content, savedContent.current)
    if (isForeign && chain !== uuid && store.snapshot().plans.has(chain)) {
      // the store made a copy of the plan from this editor's edits; a copy's id is its chain
      flush()
      onCopy(chain)
    } else if (isForeign && isSame(draft.current, savedContent.current)) {
      // nothing is typed here that is not saved
      savedContent.current = plan.content
      base.current = baseOf(plan)
      setHistory(startHistory(plan.content))
    } else if (isForeign && chain === uuid) {
      // This plan is a copy itself, and its chain is its id. A new chain gives the next copy another id; base 0 is
      // older than every revision, so the edits are kept as a copy.
      base.current = { chain: crypto.randomUUID(), base: 0 }
    }
  }, [plan, store, uuid, flush, onCopy])

  return {
    content: history.current,
    problem: planProblem(history.current),
    saves,
    change: useCallback((edit, key) => setHistory((old) => withChange(old, edit(old.current), key ?? null)), []),
    undo: useCallback(() => setHistory(withUndo), []),
    canUndo: history.past.length > 0,
    flush,
    stopSaving() {
      deleted.current = true
      return base.current ?? baseOf(plan)
    },
  }
}
