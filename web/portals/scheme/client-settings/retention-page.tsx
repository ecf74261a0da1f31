import './client-settings.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Retention, RetentionPeriods } from '#contract/flows/retention.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Page } from '#web/shell/frame/page.tsx'
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

type Kept = keyof RetentionPeriods
const CHOICES: Record<Kept, readonly number[]> = {
  members: [6, 12, 24, 36, 60, 84],
  accounts: [6, 12, 24, 36],
  records: [3, 6, 12, 24],
}
const KEPT = ['members', 'accounts', 'records'] as const
/** What the product forgets by itself, the same for everybody. */
const FIXED = ['documents', 'undo', 'imports', 'tablets', 'log'] as const

/** How long the client keeps what nobody needs any more, and what that takes away. */
export function RetentionPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const answer = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => api.get<Retention>('/retention', signal),
    // a form is not filled anew while somebody types
    refetchOnWindowFocus: false,
  })
  return (
    <Page title={t('author.retention.title')} className="schemes scheme-settings">
      <div className="head">
        <h1>{t('author.retention.title')}</h1>
      </div>
      <QueryResult answer={answer}>{(now) => <RetentionForm key={now.revision} now={now} />}</QueryResult>
      <Card className="in stack">
        <h2>{t('author.retention.fixed')}</h2>
        <ul className="plain-list">
          {FIXED.map((one) => (
            <li key={one}>{t(`author.retention.always.${one}`)}</li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function RetentionForm({ now }: { now: Retention }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const moment = useDeviceMoment()
  const [periods, setPeriods] = useState(now.periods)
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('author.client.changed') : undefined))
  const changed = KEPT.some((what) => periods[what] !== now.periods[what])
  // with what is set it was counted when the page came
  const counted = useQuery({
    queryKey: ['retention', 'counted', periods],
    queryFn: ({ signal }) => {
      const asked = Object.entries(periods).flatMap(([what, months]) =>
        months === null ? [] : [[what, String(months)]],
      )
      return api.get<Retention>(`/retention?${new URLSearchParams(asked)}`, signal)
    },
    placeholderData: keepPreviousData,
    enabled: changed,
  })
  const counting = changed && (counted.isPending || counted.isPlaceholderData)
  const due = (what: Kept) => (periods[what] === null ? 0 : ((changed ? counted.data : now)?.due[what] ?? 0))
  const save = () => {
    setAsking(false)
    return act(
      async () => {
        const write = api.write<Retention>('PUT', '/retention', periods, now.revision)
        queries.setQueryData(
          ['retention'],
          await write.catch((error: unknown) => {
            void queries.invalidateQueries({ queryKey: ['retention'] })
            throw error
          }),
        )
      },
      () => t('desk.saved'),
    )
  }
  const takes = KEPT.filter((what) => periods[what] !== now.periods[what] && due(what) > 0)
  return (
    <Card className="in stack">
      <p className="dim">{t('author.retention.text')}</p>
      {now.next_ts === null ? null : (
        <Alert>
          <p>{t('author.retention.next', { when: moment(now.next_ts) })}</p>
        </Alert>
      )}
      {KEPT.map((what) => (
        <KeptSection
          key={what}
          what={what}
          now={now}
          months={periods[what]}
          disabled={busy}
          due={
            changed && counted.isError
              ? t('author.retention.uncounted')
              : counting
                ? t('author.retention.counting')
                : t(`author.retention.${what}.due`, { count: due(what) })
          }
          onChange={(months) => setPeriods({ ...periods, [what]: months })}
        />
      ))}
      <SaveBar
        changed={changed}
        busy={busy || counting}
        onReset={() => setPeriods(now.periods)}
        onSave={() => (takes.length > 0 ? setAsking(true) : void save())}
      />
      {asking ? (
        <Question
          open
          onClose={() => setAsking(false)}
          title={t('author.retention.sure')}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('desk.cancel')}</Button>
              <Button kind="risk" onClick={() => void save()}>
                {t('author.retention.yes')}
              </Button>
            </>
          }
        >
          <ul className="plain-list">
            {takes.map((what) => (
              <li key={what}>{t(`author.retention.${what}.due`, { count: due(what) })}</li>
            ))}
          </ul>
          <p>{t('author.retention.means')}</p>
        </Question>
      ) : null}
    </Card>
  )
}

interface KeptProps {
  what: Kept
  now: Retention
  months: number | null
  disabled: boolean
  /** What the chosen period takes away, in words. */
  due: string
  onChange: (months: number | null) => void
}

function KeptSection({ what, now, months, disabled, due, onChange }: KeptProps) {
  const { t } = useTranslation()
  const shut = now.shut.includes(what)
  const kept = now.periods[what]
  const choices = kept === null || CHOICES[what].includes(kept) ? CHOICES[what] : [...CHOICES[what], kept]
  return (
    <section className="stack kept">
      <h2>{t(`author.retention.${what}.title`)}</h2>
      <p>{t(`author.retention.${what}.text`)}</p>
      <Field
        label={t(`author.retention.${what}.label`)}
        hint={shut ? t('author.retention.shut') : months === null ? t('author.retention.stays') : due}
      >
        {(control) => (
          <Select
            {...control}
            disabled={shut || disabled}
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
