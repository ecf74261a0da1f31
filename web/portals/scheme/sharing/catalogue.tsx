import { BookCheck, CircleSlash, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CatalogueEntry } from '#contract/curriculum/sharing.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { useSharingAct } from './use-sharing.ts'

/** The kind and the icon of the chip for each state of a subscription; without a subscription there is no chip. */
const chips = {
  asked: ['begun', Hourglass],
  subscribed: ['done', BookCheck],
  declined: ['todo', CircleSlash],
  ended: ['line', CircleSlash],
} as const

/** Lists the schemes that other clients have published, with the state of this client's subscription to each. */
export function Catalogue({ entries }: { entries: readonly CatalogueEntry[] }) {
  const { t } = useTranslation()
  /** The scheme for which a subscription is requested. */
  const [requested, setRequested] = useState<CatalogueEntry | null>(null)
  if (entries.length === 0)
    return (
      <Card>
        <Empty title={t('author.catalogue.none')}>{t('author.catalogue.noneText')}</Empty>
      </Card>
    )
  return (
    <Card>
      <ul className="rows">
        {entries.map((entry) => (
          <Row key={entry.scheme_uuid} entry={entry} onRequest={() => setRequested(entry)} />
        ))}
      </ul>
      {requested ? (
        <RequestDialog
          entry={requested}
          // an answer that arrives late closes no other request
          onClose={() => setRequested((current) => (current === requested ? null : current))}
        />
      ) : null}
    </Card>
  )
}

function Row({ entry, onRequest }: { entry: CatalogueEntry; onRequest: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useSharingAct()
  const { name, state, slug } = entry
  const endSubscription = () =>
    void act(() => api.write('DELETE', `/subscriptions/${entry.client_id}/${entry.scheme_uuid}`))
  return (
    <li className="shared-row">
      <Glyph kind="l" />
      <div className="grow">
        <b>
          {slug === null ? (
            name
          ) : (
            <Link className="plain" to={`/scheme/${slug}`}>
              {name}
            </Link>
          )}
        </b>
        <small className="dim">
          {entry.client_name === '' ? null : <>{entry.client_name}. </>}
          {entry.published
            ? t('author.catalogue.size', { levels: entry.levels, skills: entry.skills })
            : t('author.catalogue.withdrawn')}{' '}
          {entry.languages.map(languageName).join(', ')}
        </small>
        {entry.notes === '' ? null : (
          <small className="dim">{t('author.catalogue.newest', { number: entry.number, notes: entry.notes })}</small>
        )}
        {entry.followed === null ? null : (
          <small className="dim">{t('author.catalogue.followed', { number: entry.followed })}</small>
        )}
      </div>
      <div className="flow">
        {state === 'none' ? null : (
          <Chip kind={chips[state][0]} icon={chips[state][1]}>
            {t(`author.catalogue.state.${state}`)}
          </Chip>
        )}
        {state === 'subscribed' || state === 'asked' ? (
          <Button
            size="small"
            disabled={busy}
            aria-label={t('author.sharing.of', { act: t('author.catalogue.end'), name })}
            onClick={endSubscription}
          >
            {t('author.catalogue.end')}
          </Button>
        ) : entry.published ? (
          <Button
            size="small"
            aria-label={t('author.sharing.of', { act: t('author.catalogue.ask'), name })}
            onClick={onRequest}
          >
            {t('author.catalogue.ask')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** Asks the owner of a scheme for a subscription. */
function RequestDialog({ entry, onClose }: { entry: CatalogueEntry; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { busy, act } = useSharingAct()
  const [message, setMessage] = useState('')
  const { leave, question } = useUnsavedWarning(message.trim() !== '', onClose)
  const names = { name: entry.name, client: entry.client_name }
  const send = () => {
    const body = { client_id: entry.client_id, scheme_uuid: entry.scheme_uuid, message: message.trim() }
    void act(() => api.write('POST', '/subscriptions', body)).then((reply) => {
      if (!reply) return
      alerts.show(t('author.catalogue.asked', names), 'done')
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={t('author.catalogue.askTitle', names)}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" disabled={busy} onClick={send}>
            {t('author.catalogue.send')}
          </Button>
        </>
      }
    >
      <p>{t('author.catalogue.askText', names)}</p>
      <Field label={t('author.catalogue.message')} hint={t('author.catalogue.messageHint')}>
        {(control) => (
          <LongText
            {...control}
            rows={3}
            maxLength={1_000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
      {question}
    </Dialog>
  )
}
