import '../scheme-settings/settings.css'
import './client-settings.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MaintenanceBody, ClientMaintenance } from '#contract/tenants/maintenance.ts'
import { useAct } from '#web/desk/use-act.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { LongText, ShortText } from '#web/shell/frame/limited-text.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { useDeviceMoment } from '../device-day.ts'

type Texts = MaintenanceBody['texts']

/** Closes the portals of parents, coaches and clubs for maintenance, with a message in each language [1.7], [2.49]. */
export function MaintenancePage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const answer = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => api.get('/maintenance', { signal }),
    // loading again would reset the form while somebody types
    refetchOnWindowFocus: false,
  })
  return (
    <Page title={t('author.maintenance.title')} className="schemes scheme-settings">
      <div className="head">
        <h1>{t('author.maintenance.title')}</h1>
      </div>
      <QueryResult answer={answer}>
        {(data) => <MaintenanceForm key={`${data.on} ${JSON.stringify(data.texts)}`} maintenance={data} />}
      </QueryResult>
    </Page>
  )
}

function MaintenanceForm({ maintenance }: { maintenance: ClientMaintenance }) {
  const { t } = useTranslation()
  const { api, client } = useShell()
  const moment = useDeviceMoment()
  const queries = useQueryClient()
  const { busy, act } = useAct()
  const [texts, setTexts] = useState<Texts>(maintenance.texts)
  const [confirming, setConfirming] = useState(false)
  const filledTexts = withoutEmpty(texts)
  const isChanged = JSON.stringify(filledTexts) !== JSON.stringify(maintenance.texts)
  const send = (write: () => Promise<ClientMaintenance>, successText: string) => {
    setConfirming(false)
    return act(
      async () => {
        cacheAnswer(queries, ['maintenance'], await write())
        // the page of what needs attention lists the maintenance
        void queries.invalidateQueries({ queryKey: ['attention'] })
      },
      () => successText,
    )
  }
  /** Closes the portals, or changes the texts while they are closed. */
  const close = (successText: string) =>
    send(() => api.write('PUT', '/maintenance', { texts: filledTexts }), successText)
  const open = () => send(() => api.write('DELETE', '/maintenance'), t('author.maintenance.opened'))
  return (
    <>
      {maintenance.on ? (
        <Alert
          kind="begun"
          end={
            <Button disabled={busy} onClick={() => void open()}>
              {t('author.maintenance.open')}
            </Button>
          }
        >
          <p>
            <b>{t('author.maintenance.isOn')}</b>{' '}
            {t('author.maintenance.since', { when: moment(maintenance.since_ts ?? 0), who: maintenance.by })}
          </p>
        </Alert>
      ) : null}
      <Card className="in stack">
        <p className="dim">{t('author.maintenance.text')}</p>
        {isChanged ? <UnsavedEntries /> : null}
        {client.languages
          .filter(({ active }) => active === 1)
          .map(({ language: locale }) => (
            <LanguageFields
              key={locale}
              locale={locale}
              disabled={busy}
              text={texts[locale]}
              onChange={(change) => setTexts({ ...texts, [locale]: { ...texts[locale], ...change } })}
            />
          ))}
        <div className="flow">
          {maintenance.on ? (
            <Button kind="main" disabled={busy || !isChanged} onClick={() => void close(t('desk.saved'))}>
              {t('author.maintenance.change')}
            </Button>
          ) : (
            <Button kind="risk" disabled={busy} onClick={() => setConfirming(true)}>
              {t('author.maintenance.close')}
            </Button>
          )}
        </div>
      </Card>
      {confirming ? (
        <Question
          open
          onClose={() => setConfirming(false)}
          title={t('author.maintenance.sure')}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>{t('desk.cancel')}</Button>
              <Button kind="risk" onClick={() => void close(t('author.maintenance.closed'))}>
                {t('author.maintenance.close')}
              </Button>
            </>
          }
        >
          <p>{t('author.maintenance.means')}</p>
        </Question>
      ) : null}
    </>
  )
}

interface LanguageFieldsProps {
  locale: string
  /** While the texts are saved: the answer would replace what is typed meanwhile. */
  disabled: boolean
  text: Texts[string] | undefined
  onChange: (change: Texts[string]) => void
}

function LanguageFields({ locale, disabled, text, onChange }: LanguageFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="stack field" disabled={disabled}>
      <legend>
        <h2>{languageName(locale)}</h2>
      </legend>
      <Field label={t('author.maintenance.heading')}>
        {(control) => (
          <ShortText
            {...control}
            lang={locale}
            maxLength={200}
            value={text?.title ?? ''}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('author.maintenance.description')}>
        {(control) => (
          <LongText
            rows={3}
            {...control}
            lang={locale}
            maxLength={2000}
            value={text?.description ?? ''}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}

/** The texts without the empty ones, for which the portals show built-in texts. */
function withoutEmpty(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, fields]) => {
      const filled = Object.entries(fields).filter(([, text]) => text.trim() !== '')
      return filled.length === 0 ? [] : [[locale, Object.fromEntries(filled)]]
    }),
  )
}
