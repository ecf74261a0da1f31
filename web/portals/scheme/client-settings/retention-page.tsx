import '../scheme-settings/settings.css'
import './client-settings.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Retention, RetentionPeriods } from '#contract/flows/retention.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { useDeviceMoment } from '../device-day.ts'
import { SaveBar } from '../scheme-settings/save-bar.tsx'

/** The kinds of data for which the client chooses a period. */
type DataKind = keyof RetentionPeriods
/** The periods to choose from, in months. */
const CHOICES: Record<DataKind, readonly number[]> = {
  members: [6, 12, 24, 36, 60, 84],
  guests: [3, 6, 12, 24],
  accounts: [6, 12, 24, 36],
  records: [3, 6, 12, 24],
}
const DATA_KINDS = ['members', 'guests', 'accounts', 'records'] as const
/** Data that is deleted after a fixed period, the same for all clients. */
const FIXED = ['documents', 'undo', 'imports', 'tablets', 'log'] as const

/** Sets how long the client keeps old data, and shows how much each period would delete. */
export function RetentionPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const answer = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => api.get('/retention', { signal }),
    // loading again would reset the form while somebody types
    refetchOnWindowFocus: false,
  })
  return (
    <Page title={t('author.retention.title')} className="schemes scheme-settings">
      <div className="head">
        <h1>{t('author.retention.title')}</h1>
      </div>
      <QueryResult answer={answer}>{(data) => <RetentionForm key={data.revision} saved={data} />}</QueryResult>
      <Card className="in stack">
        <h2>{t('author.retention.fixed')}</h2>
        <ul className="plain-list">
          {FIXED.map((kind) => (
            <li key={kind}>{t(`author.retention.always.${kind}`)}</li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function RetentionForm({ saved }: { saved: Retention }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const moment = useDeviceMoment()
  const [periods, setPeriods] = useState(saved.periods)
  const [confirming, setConfirming] = useState(false)
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('author.client.changed') : undefined))
  const changed = DATA_KINDS.some((kind) => periods[kind] !== saved.periods[kind])
  // the page came with the counts for the saved periods; for other periods the server counts what they would delete
  const recounted = useQuery({
    queryKey: ['retention', 'counted', periods],
    queryFn: ({ signal }) => {
      // a kind without a period is kept for ever, so its count is not needed
      const query = Object.fromEntries(
        DATA_KINDS.flatMap((kind) => (periods[kind] === null ? [] : [[kind, String(periods[kind])]])),
      )
      return api.get('/retention', { query, signal })
    },
    placeholderData: keepPreviousData,
    enabled: changed,
  })
  const counting = changed && (recounted.isPending || recounted.isPlaceholderData)
  const counts = changed ? recounted.data : saved
  const dueCount = (kind: DataKind) => (periods[kind] === null ? 0 : (counts?.due[kind] ?? 0))
  const dueText = (kind: DataKind) => {
    if (changed && recounted.isError) return t('author.retention.uncounted')
    if (counting) return t('author.retention.counting')
    return t(`author.retention.${kind}.due`, { count: dueCount(kind) })
  }
  const save = () => {
    setConfirming(false)
    return act(
      async () => {
        const reply = api.write('PUT', '/retention', periods, saved.revision)
        cacheAnswer(
          queries,
          ['retention'],
          await reply.catch((error: unknown) => {
            void queries.invalidateQueries({ queryKey: ['retention'] })
            throw error
          }),
        )
      },
      () => t('desk.saved'),
    )
  }
  /** The kinds of data of which the new period would delete something; the author must confirm that. */
  const kindsToDelete = DATA_KINDS.filter((kind) => periods[kind] !== saved.periods[kind] && dueCount(kind) > 0)
  return (
    <Card className="in stack">
      <p className="dim">{t('author.retention.text')}</p>
      {saved.next_ts === null ? null : (
        <Alert>
          <p>{t('author.retention.next', { when: moment(saved.next_ts) })}</p>
        </Alert>
      )}
      {DATA_KINDS.map((kind) => (
        <PeriodField
          key={kind}
          kind={kind}
          saved={saved}
          months={periods[kind]}
          disabled={busy}
          dueText={dueText(kind)}
          onChange={(months) => setPeriods({ ...periods, [kind]: months })}
        />
      ))}
      <SaveBar
        changed={changed}
        busy={busy || counting}
        onReset={() => setPeriods(saved.periods)}
        onSave={() => (kindsToDelete.length > 0 ? setConfirming(true) : void save())}
      />
      {confirming ? (
        <Question
          open
          onClose={() => setConfirming(false)}
          title={t('author.retention.sure')}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>{t('desk.cancel')}</Button>
              <Button kind="risk" onClick={() => void save()}>
                {t('author.retention.yes')}
              </Button>
            </>
          }
        >
          <ul className="plain-list">
            {kindsToDelete.map((kind) => (
              <li key={kind}>{t(`author.retention.${kind}.due`, { count: dueCount(kind) })}</li>
            ))}
          </ul>
          <p>{t('author.retention.means')}</p>
        </Question>
      ) : null}
    </Card>
  )
}

interface PeriodProps {
  kind: DataKind
  saved: Retention
  months: number | null
  disabled: boolean
  /** Says how much the chosen period would delete. */
  dueText: string
  onChange: (months: number | null) => void
}

function PeriodField({ kind, saved, months, disabled, dueText, onChange }: PeriodProps) {
  const { t } = useTranslation()
  const isProviderOwned = saved.shut.includes(kind)
  // a saved period that is not among the choices is offered too
  const period = saved.periods[kind]
  const choices = period === null || CHOICES[kind].includes(period) ? CHOICES[kind] : [...CHOICES[kind], period]
  return (
    <section className="stack retention-period">
      <h2>{t(`author.retention.${kind}.title`)}</h2>
      <p>{t(`author.retention.${kind}.text`)}</p>
      <Field
        label={t(`author.retention.${kind}.label`)}
        hint={isProviderOwned ? t('author.retention.shut') : months === null ? t('author.retention.stays') : dueText}
      >
        {(control) => (
          <Select
            {...control}
            disabled={isProviderOwned || disabled}
            value={months ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">{t('author.retention.never')}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice % 12 === 0
                  ? t('author.retention.years', { count: choice / 12 })
                  : t('author.retention.months', { count: choice })}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </section>
  )
}
