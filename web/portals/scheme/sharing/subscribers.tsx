import { useTranslation } from 'react-i18next'
import type { Subscriber } from '#contract/curriculum/sharing.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useSharingAct } from './use-sharing.ts'

const colours = { none: 'line', asked: 'begun', subscribed: 'done', declined: 'todo', ended: 'line' } as const

/** Who asks for our schemes, and who uses them. */
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
        {subscribers.map((one) => (
          <Row key={`${one.client_id} ${one.scheme_slug}`} one={one} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ one }: { one: Subscriber }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useSharingAct()
  const on = (act: string) => t('author.sharing.of', { act, name: `${one.scheme_name}, ${one.client_name}` })
  const no = t(one.state === 'asked' ? 'author.subscribers.decline' : 'author.subscribers.stop')
  const decide = (approved: boolean) => () =>
    void act(() => api.write('POST', `/schemes/${one.scheme_slug}/subscribers/${one.client_id}`, { approved }))
  return (
    <li className="shared-row">
      <div className="grow">
        <b>{one.client_name}</b>
        <small className="dim">
          {one.scheme_name}
          {one.followed === null ? null : <>, {t('author.subscribers.followed', { number: one.followed })}</>}
        </small>
        {one.message === '' ? null : <q>{one.message}</q>}
      </div>
      <div className="flow">
        <Chip kind={colours[one.state]}>{t(`author.subscribers.state.${one.state}`)}</Chip>
        {one.state === 'subscribed' || one.state === 'ended' ? null : (
          <Button size="small" disabled={busy} aria-label={on(t('author.subscribers.approve'))} onClick={decide(true)}>
            {t('author.subscribers.approve')}
          </Button>
        )}
        {one.state === 'asked' || one.state === 'subscribed' ? (
          <Button size="small" disabled={busy} aria-label={on(no)} onClick={decide(false)}>
            {no}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
