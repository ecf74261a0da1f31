import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import type { Member } from '#contract/assessment/linked-member.ts'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFamily } from '../overview/use-family.ts'
import { useAction } from './use-action.ts'

/** [2.43]: unlinking can be undone with what the page still knows; without a membership number it cannot, and asks first. */
export function LinkedChildren() {
  const { t } = useTranslation()
  const { api } = useShell()
  const { online } = useConnection()
  const queries = useQueryClient()
  const me = useMe()
  const family = useFamily()
  const { busy, failed, run } = useAction()
  const [gone, setGone] = useState<Member | null>(null)
  const [asked, setAsked] = useState<Member | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const fresh = () => queries.invalidateQueries({ queryKey: ['members'] })

  // the row and its pressed button are gone: the keyboard goes on at the way back
  useEffect(() => {
    if (gone) (back.current ?? title.current)?.focus()
  }, [gone])

  async function unlink(member: Member): Promise<void> {
    setAsked(null)
    const done = await run(async () => {
      await api.unlink(me?.uuid ?? '', member.uuid)
      await fresh()
    })
    if (done) setGone(member)
  }
  async function undo({ ngo_id, firstname, lastname, dob }: Member): Promise<void> {
    const done = await run(async () => {
      await api.link(me?.uuid ?? '', { ngo_id: ngo_id ?? '', firstname, lastname, dob })
      await fresh()
    })
    if (!done) return
    setGone(null)
    title.current?.focus()
  }

  return (
    <section className="card" aria-labelledby="linked">
      <h2 id="linked" className="in" tabIndex={-1} ref={title}>
        {t('parent.account.children')}
      </h2>
      {family.state === 'ready' ? (
        <ul className="rows linked">
          {family.family.members.map((member) => (
            <Child
              key={member.uuid}
              member={member}
              disabled={busy || !online}
              onUnlink={() => (member.ngo_id === null ? setAsked(member) : void unlink(member))}
            />
          ))}
        </ul>
      ) : (
        <div className="in">{family.state === 'failed' ? <p>{t('parent.failed')}</p> : <Skeleton height="3rem" />}</div>
      )}
      {family.state === 'ready' && family.family.members.length === 0 ? (
        <p className="in dim">{t('parent.account.none')}</p>
      ) : null}
      <output className="in-if">
        {gone ? (
          <Alert
            kind="done"
            end={
              gone.ngo_id === null ? undefined : (
                <Button size="small" ref={back} disabled={busy || !online} onClick={() => void undo(gone)}>
                  {t('parent.account.undo')}
                </Button>
              )
            }
          >
            <p>{t('parent.account.unlinked', { name: gone.firstname })}</p>
          </Alert>
        ) : null}
      </output>
      <div className="in-if" role="alert">
        {failed === null ? null : <Alert kind="bad">{failed}</Alert>}
      </div>
      <Question
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('parent.account.unlinkAsk', { name: asked?.firstname ?? '' })}
        footer={
          <>
            <Button onClick={() => setAsked(null)}>{t('parent.account.keep')}</Button>
            <Button kind="risk" onClick={() => asked && void unlink(asked)}>
              {t('parent.account.unlink')}
            </Button>
          </>
        }
      >
        <p>{t('parent.account.unlinkText')}</p>
      </Question>
    </section>
  )
}

function Child({ member, disabled, onUnlink }: { member: Member; disabled: boolean; onUnlink: () => void }) {
  const { t } = useTranslation()
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} size="2.5rem" />
      <span>
        <span className="mid">
          {member.firstname} {member.lastname}
        </span>
        <br />
        <span className="small dim">
          {[member.ngo_id ?? '', ...(member.owners ?? []).map((club) => club.name)]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </span>
      <Button
        kind="bare"
        size="small"
        aria-label={t('parent.account.unlinkOf', { name: member.firstname })}
        disabled={disabled}
        onClick={onUnlink}
      >
        {t('parent.account.unlink')}
      </Button>
    </li>
  )
}
