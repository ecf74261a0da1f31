import './submitted-work.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubmittedWork, SubmittedWorkDecision } from '#contract/assessment/submitted-work.ts'
import { noonOf } from '#domain/platform/club-time.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'
import { gradeWords } from '../members/grade-words.ts'
import { useClubDay } from '../club-day.ts'
import { useSchemes } from '../club-data.ts'

const submittedWorkKey = ['submitted-work'] as const

/**
 * Announces submitted work: changes of coaches with closed accounts, which a colleague submitted from a tablet. An
 * administrator accepts or declines them.
 */
export function SubmittedWorkCard() {
  const { t } = useTranslation()
  const { api } = useShell()
  const [open, setOpen] = useState(false)
  const { data = [] } = useQuery({
    queryKey: submittedWorkKey,
    queryFn: ({ signal }) => api.get('/submitted-work', { signal }),
  })
  if (data.length === 0) return null
  const authors = [...new Set(data.map((change) => change.author.name))].join(', ')
  return (
    <div className="left-changes">
      <Alert
        kind="begun"
        end={
          <Button size="small" onClick={() => setOpen(true)}>
            {t('club.submittedWork.look')}
          </Button>
        }
      >
        <p>{t('club.submittedWork.waiting', { count: data.length, name: authors })}</p>
      </Alert>
      {open ? <DecisionDialog work={data} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function DecisionDialog({ work, onClose }: { work: readonly SubmittedWork[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const schemes = useSchemes()
  const day = useClubDay()
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const noon = (date: string) => noonOf(date, zone)
  const { busy, act } = useAct()
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [confirmingDecline, setConfirmingDecline] = useState(false)
  const { leave, question } = useUnsavedWarning(excluded.size > 0 && !busy, onClose)
  const chosen = work.filter(({ op_id: id }) => !excluded.has(id)).map((change) => change.op_id)

  async function decide(decision: SubmittedWorkDecision['decision']): Promise<void> {
    setConfirmingDecline(false)
    await act(
      () => api.write('POST', '/submitted-work/decision', { decision, ops: chosen }),
      (remaining) => {
        cacheAnswer(queries, submittedWorkKey, remaining)
        // what was to be accepted and still remains, the server has refused
        const refused = remaining.filter(({ op_id: id }) => chosen.includes(id)).length
        if (refused > 0) return t('club.submittedWork.refused', { count: refused })
        return t(`club.submittedWork.${decision === 'accept' ? 'accepted' : 'declined'}`, { count: chosen.length })
      },
    )
  }
  const toggle = (id: string) =>
    setExcluded((current) => new Set(current.has(id) ? [...current].filter((other) => other !== id) : [...current, id]))
  return (
    <Dialog
      open
      wide
      onClose={leave}
      closeLabel={t('shell.close')}
      title={t('club.submittedWork.title')}
      footer={
        <>
          <Button kind="risk" disabled={busy || chosen.length === 0} onClick={() => setConfirmingDecline(true)}>
            {t('club.submittedWork.decline')}
          </Button>
          <Button kind="main" disabled={busy || chosen.length === 0} onClick={() => void decide('accept')}>
            {t('club.submittedWork.accept', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p className="dim">{t('club.submittedWork.text')}</p>
      <ul className="left-list">
        {work.map((change) => (
          <li key={change.op_id}>
            <Check checked={!excluded.has(change.op_id)} onChange={() => toggle(change.op_id)}>
              <span>
                <b>{change.member ?? t('club.submittedWork.unknown')}</b> {describe(t, change, schemes, { day, noon })}
                <br />
                <span className="small dim">
                  {t('club.submittedWork.by', {
                    name: change.author.name,
                    day: day(change.entered_ts ?? change.submitted_at),
                    bringer: change.submitted_by,
                  })}
                </span>
                {change.code === null ? null : (
                  <span className="small left-why">
                    {t(`club.submittedWork.why.${change.code}`, {
                      defaultValue: t('club.submittedWork.why.other', { code: change.code }),
                    })}
                  </span>
                )}
              </span>
            </Check>
          </li>
        ))}
      </ul>
      {confirmingDecline ? (
        <TypedQuestion
          title={t('club.submittedWork.declineTitle', { count: chosen.length })}
          word={t('club.submittedWork.word')}
          label={t('club.submittedWork.type', { word: t('club.submittedWork.word') })}
          cancelLabel={t('desk.cancel')}
          disabledLabel={t('club.submittedWork.decline')}
          confirmLabel={t('club.submittedWork.decline')}
          onCancel={() => setConfirmingDecline(false)}
          onConfirm={() => void decide('decline')}
        >
          <p>{t('club.submittedWork.declineText')}</p>
        </TypedQuestion>
      ) : null}
      {question}
    </Dialog>
  )
}

/** Describes a submitted change in one sentence. */
function describe(
  t: TFunction,
  change: SubmittedWork,
  schemes: ReadonlyMap<string, ReadyScheme>,
  { day, noon }: { day: (ts: number) => string; noon: (date: string) => number },
): string {
  const { kind, value, date, group, node, node_id: nodeId, scheme_slug: slug } = change
  // noon of the day, because only the day is known; a change without a date gets the labels of the newest version of
  // its scale
  const ts = date === null ? Infinity : noon(date)
  const values = {
    node: node ?? nodeId ?? '',
    group: group ?? '',
    date: date === null ? '' : day(ts),
  }
  switch (kind) {
    case 'mark':
      return t('club.submittedWork.mark', {
        ...values,
        grade: gradeWords(t, schemes.get(slug ?? ''), nodeId ?? '', {
          grade: Number(value),
          pass: change.pass ?? 0,
          ts,
          grade_kind: change.grade_kind,
        }),
      })
    case 'attendance':
      return t(`club.submittedWork.attendance.${typeof value === 'string' ? value : 'none'}`, values)
    case 'guest':
      return t('club.submittedWork.guest', values)
    case 'badge':
      return t(value === true ? 'club.submittedWork.badge' : 'club.submittedWork.noBadge', values)
    case 'move':
      return t(`club.submittedWork.move.${typeof value === 'string' ? value : 'none'}`, values)
    case 'note':
      return t('club.submittedWork.note', { text: String(value) })
    case 'family_word':
      return value === ''
        ? t('club.submittedWork.noFamilyWord', values)
        : t('club.submittedWork.familyWord', { ...values, text: String(value) })
    case 'plan':
      // the value of a plan is its title
      return typeof value === 'string'
        ? t('club.submittedWork.plan', { title: value })
        : t('club.submittedWork.otherKind')
    default:
      return t('club.submittedWork.otherKind')
  }
}
