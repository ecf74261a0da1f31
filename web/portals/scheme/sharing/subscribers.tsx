import { useTranslation } from 'react-i18next'
import type { Subscriber } from '#contract/curriculum/sharing.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useSharingAct } from './use-sharing.ts'

/** The kind of the chip for each state of a subscription. */
const colours = { none: 'line', asked: 'begun', subscribed: 'done', declined: 'todo', ended: 'line' } as const

/** Lists the clients that subscribe to this client's schemes or ask to do so. */
export function Subscribers({ subscribers }: { subscribers: readonly Subscriber[] }) {
  const { t } = useTranslation()
  if (subscribers.length === 0)
    return (
      <Card>
        <Empty title={t('author.subscribers.none')}>{t('author.subscribers.noneText')}</Empty>
      </Card>
    )
  return (
    <Card>
      <ul className="rows">
        {subscribers.map((subscriber) => (
          <Row key={`${subscriber.client_id} ${subscriber.scheme_slug}`} subscriber={subscriber} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ subscriber }: { subscriber: Subscriber }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useSharingAct()
  /** The label of a button for screen readers, with the subscription that it is about. */
  const labelOf = (command: string) =>
    t('author.sharing.of', { act: command, name: `${subscriber.scheme_name}, ${subscriber.client_name}` })
  const declineText = t(subscriber.state === 'asked' ? 'author.subscribers.decline' : 'author.subscribers.stop')
  const decide = ({ approved }: { approved: boolean }) =>
    void act(() =>
      api.write('POST', `/schemes/${subscriber.scheme_slug}/subscribers/${subscriber.client_id}`, { approved }),
    )
  return (
    <li className="shared-row">
      <div className="grow">
        <b>{subscriber.client_name}</b>
        <small className="dim">
          {subscriber.scheme_name}
          {subscriber.followed === null ? null : (
            <>, {t('author.subscribers.followed', { number: subscriber.followed })}</>
          )}
        </small>
        {subscriber.message === '' ? null : <q>{subscriber.message}</q>}
      </div>
      <div className="flow">
        <Chip kind={colours[subscriber.state]}>{t(`author.subscribers.state.${subscriber.state}`)}</Chip>
        {subscriber.state === 'subscribed' || subscriber.state === 'ended' ? null : (
          <Button
            size="small"
            disabled={busy}
            aria-label={labelOf(t('author.subscribers.approve'))}
            onClick={() => decide({ approved: true })}
          >
            {t('author.subscribers.approve')}
          </Button>
        )}
        {subscriber.state === 'asked' || subscriber.state === 'subscribed' ? (
          <Button
            size="small"
            disabled={busy}
            aria-label={labelOf(declineText)}
            onClick={() => decide({ approved: false })}
          >
            {declineText}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
