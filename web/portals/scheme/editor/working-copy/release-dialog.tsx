import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReleasePlan, WorkingCopy } from '#contract/curriculum/working-copy.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChangeCounts, ChangeList } from '../../sharing/change-list.tsx'
import { failureKey } from '../../failure-key.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { ImpactTables, useImpactText } from '../impact-tables.tsx'
import { answerKey, ConflictList, type Answers } from './conflict-list.tsx'
import { LeftOutList } from './left-out-list.tsx'
import { useEndOfCopy } from './use-end-of-copy.ts'

/** Whether a release asks nothing: no level changes for anybody, and nothing is in conflict or left out. */
const asksNothing = ({ conflicts, left_out, impact, refused }: ReleasePlan) =>
  conflicts.length + left_out.length + impact.levels.length === 0 && refused === null

/**
 * Shows what the release of the working copy does, conflicts first, and releases it as one step. Where nobody's level
 * changes and nothing is in conflict, it is released without a question.
 */
export function ReleaseDialog({ copy, onClose }: { copy: WorkingCopy; onClose: () => void }) {
  const { t } = useTranslation()
  const { titleOf } = useEditor()
  const impactText = useImpactText(titleOf)
  const [answers, setAnswers] = useState<Answers>(new Map())
  const { plan, current, failed, reload } = usePlan(copy.id, answers)
  const { release, busy, stale } = useRelease(copy, onClose, reload)
  const { leave, question } = useUnsavedWarning(answers.size > 0 && !busy, onClose)
  const isQuiet = plan !== null && current && asksNothing(plan)
  /** The revision for which a release was begun without a question, once. */
  const begunFor = useRef<number | null>(null)
  useEffect(() => {
    if (!isQuiet || begunFor.current === plan.revision) return
    begunFor.current = plan.revision
    void release(plan, new Map())
  })
  const isAnswered = plan?.conflicts.every((conflict) => answers.has(answerKey(conflict))) ?? false
  const text = plan === null || plan.impact.levels.length === 0 ? null : impactText(plan.impact)
  return (
    <Dialog
      open
      wide
      onClose={leave}
      title={t('author.copy.releaseTitle')}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button
            kind="main"
            disabled={plan === null || !current || busy || !isAnswered || plan.refused !== null}
            onClick={() => void (plan && release(plan, answers))}
          >
            {t('author.copy.release')}
          </Button>
        </>
      }
    >
      {stale ? (
        <Alert kind="begun">
          <p>{t('author.copy.stale')}</p>
        </Alert>
      ) : null}
      {failed ? (
        <Alert
          kind="bad"
          end={
            <Button size="small" onClick={reload}>
              {t('author.again')}
            </Button>
          }
        >
          <p>{t('author.copy.notReached')}</p>
        </Alert>
      ) : null}
      {plan === null ? (
        failed ? null : (
          <Skeleton height="8rem" />
        )
      ) : (
        <div className="stack plan" aria-live="polite">
          {plan.refused ? (
            <Alert kind="bad">
              <p>{t('author.copy.cannotKeep')}</p>
              <p>{t(`author.refused.${plan.refused.code}`, { title: titleOf(plan.refused.id) })}</p>
            </Alert>
          ) : null}
          <ConflictList conflicts={plan.conflicts} answers={answers} onAnswer={setAnswers} />
          <LeftOutList leftOut={plan.left_out} />
          {text === null ? (
            <p>{t('author.copy.nobody')}</p>
          ) : (
            <>
              <p>
                <b>{text.title}</b> <span className="dim">{text.where}</span>
              </p>
              <ImpactTables impact={plan.impact} titleOf={titleOf} />
            </>
          )}
          <section className="stack">
            <h3>{t('author.copy.changes')}</h3>
            <ChangeCounts changes={plan.changes} />
            <ChangeList changes={plan.changes} />
          </section>
          <p className="dim">{t('author.copy.oneStep')}</p>
        </div>
      )}
      {question}
    </Dialog>
  )
}

const keepLiveOf = (plan: Pick<ReleasePlan, 'conflicts'>, answers: Answers) =>
  plan.conflicts
    .filter((conflict) => answers.get(answerKey(conflict)) === 'live')
    .map(({ id, field }) => ({ id, field }))

/** Asks the server what the release would do, again whenever an answer or a tree has changed. */
function usePlan(copy: string, answers: Answers) {
  const { api, language } = useShell()
  const { raw } = useEditor()
  const { revision, unsavedCount } = useEditorSnapshot()
  const kept = [...answers].filter(([, answer]) => answer === 'live').map(([key]) => key)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['release-plan', copy, revision, kept, language.language],
    queryFn: ({ signal }) => {
      const keep_live = kept.map((key) => {
        const [id = '', field = ''] = key.split(' ')
        return { id, field }
      })
      return api.postQuery(`/curriculum/${raw.slug}/working-copy/plan`, { copy, keep_live }, signal)
    },
    // what is not saved yet is not in the plan
    enabled: unsavedCount === 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const reload = useCallback(() => void refetch(), [refetch])
  // while it is asked for again, the plan before stays on the page, but is not what would be released
  return { plan: error ? null : (data ?? null), current: !isFetching, failed: error !== null, reload }
}

/** Releases the copy as the plan shows it; when something was saved since, the plan is asked for again. */
function useRelease(copy: WorkingCopy, onClose: () => void, reload: () => void) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { raw } = useEditor()
  const leave = useEndOfCopy()
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState(false)
  const { slug } = raw
  const release = async (plan: ReleasePlan, answers: Answers) => {
    setBusy(true)
    setStale(false)
    try {
      const body = { copy: copy.id, revision: plan.revision, keep_live: keepLiveOf(plan, answers) }
      const state = await api.write('POST', `/curriculum/${slug}/working-copy/release`, body)
      alerts.show(t('author.copy.released'), 'done')
      leave(state)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setBusy(false)
      if (error.error === 'EDIT_CONFLICT' && error.field === 'revision') {
        setStale(true)
        reload()
        return
      }
      alerts.show(t(failureKey(error, 'author.schemes.refused')), 'bad')
      onClose()
    }
  }
  return { release, busy, stale }
}
