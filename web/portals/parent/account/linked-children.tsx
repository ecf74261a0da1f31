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

/**
 * The linked children, who can be unlinked [2.43]. Undoing that links the child again by its membership number; a child
 * without one cannot be linked again, so the page asks first.
 */
export function LinkedChildren() {
  const { t } = useTranslation()
  const { api } = useShell()
  const { online } = useConnection()
  const queries = useQueryClient()
  const me = useMe()
  const family = useFamily()
  const { busy, failureText, run } = useAction()
  const [unlinked, setUnlinked] = useState<Member | null>(null)
  const [toConfirm, setToConfirm] = useState<Member | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const reload = () => queries.invalidateQueries({ queryKey: ['members'] })

  // the pressed button is gone with its row, so the focus moves to the undo button
  useEffect(() => {
    if (unlinked) (undoButton.current ?? title.current)?.focus()
  }, [unlinked])

  async function unlink(member: Member): Promise<void> {
    setToConfirm(null)
    const succeeded = await run(async () => {
      await api.unlink(me?.uuid ?? '', member.uuid)
      await reload()
    })
    if (succeeded) setUnlinked(member)
  }
  async function undo({ ngo_id, firstname, lastname, dob }: Member): Promise<void> {
    const succeeded = await run(async () => {
      await api.link(me?.uuid ?? '', { ngo_id: ngo_id ?? '', firstname, lastname, dob })
      await reload()
    })
    if (!succeeded) return
    setUnlinked(null)
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
              onUnlink={() => (member.ngo_id === null ? setToConfirm(member) : void unlink(member))}
            />
          ))}
        </ul>
      ) : (
        <div className="in">
          {family.state === 'failed' ? <p role="alert">{t('parent.failed')}</p> : <Skeleton height="3rem" />}
        </div>
      )}
      {family.state === 'ready' && family.family.members.length === 0 ? (
        <p className="in dim">{t('parent.account.none')}</p>
      ) : null}
      <output className="in-if">
        {unlinked ? (
          <Alert
            kind="done"
            end={
              unlinked.ngo_id === null ? undefined : (
                <Button size="small" ref={undoButton} disabled={busy || !online} onClick={() => void undo(unlinked)}>
                  {t('parent.account.undo')}
                </Button>
              )
            }
          >
            <p>{t('parent.account.unlinked', { name: unlinked.firstname })}</p>
          </Alert>
        ) : null}
      </output>
      <div className="in-if" role="alert">
        {failureText === null ? null : <Alert kind="bad">{failureText}</Alert>}
      </div>
      <Question
        open={toConfirm !== null}
        onClose={() => setToConfirm(null)}
        title={t('parent.account.unlinkAsk', { name: toConfirm?.firstname ?? '' })}
        footer={
          <>
            <Button onClick={() => setToConfirm(null)}>{t('parent.account.keep')}</Button>
            <Button kind="risk" onClick={() => toConfirm && void unlink(toConfirm)}>
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
