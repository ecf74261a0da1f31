import { CalendarClock, Undo2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { DatedSession, SessionBody } from '#contract/scheduling/sessions.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { UNDO_MS } from '../take-back.ts'
import { bodyOf, useSessionWrites } from './session-data.ts'

const usual: SessionBody = { cancelled: false, reason: null, cover_uuid: null, moved: null }

/** Another day or another hour of one session, and the way back; done at once, with undo. */
export function MoveSession({ session, today }: { session: DatedSession; today: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { busy, write } = useMoveWrites(session)
  const { group, moved_from: from, moved_to: to, moved_start: time } = session
  const date = from ?? session.date
  const [day, setDay] = useState(session.date)
  const [start, setStart] = useState(group.start_at ?? '')
  const [problem, setProblem] = useState<string>()
  const isMoved = from !== null || to !== null || time !== null

  function move(event: FormEvent): void {
    event.preventDefault()
    const past = day === '' || day < today
    setProblem(past ? t('club.sessions.moveOutside') : undefined)
    if (past) return
    const moved = { date: day, start_at: start === '' ? null : start }
    // neither who covers nor a cancellation goes along to another day
    if (day === date)
      void write({ ...bodyOf(session), moved }, day, t('club.sessions.nowTimed', { name: group.name, time: start }))
    else
      void write(
        { ...usual, moved },
        day,
        t('club.sessions.nowMoved', { name: group.name, day: plainDay(day, language) }),
      )
  }
  return (
    <section className="stack">
      <h3>{t('club.sessions.move')}</h3>
      {isMoved ? (
        <Button
          disabled={busy}
          onClick={() =>
            void write(
              from === null && to === null ? { ...bodyOf(session), moved: null } : usual,
              date,
              t('club.sessions.movedBack', { name: group.name }),
            )
          }
        >
          <Icon of={Undo2} />
          {t('club.sessions.moveBack')}
        </Button>
      ) : (
        <form className="stack" noValidate onSubmit={move}>
          <Field label={t('club.sessions.moveDay')} error={problem}>
            {(control) => (
              <Input
                {...control}
                type="date"
                min={today}
                value={day}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('club.sessions.moveTime')}>
            {(control) => (
              <Input {...control} type="time" value={start} onChange={(event) => setStart(event.target.value)} />
            )}
          </Field>
          <Button type="submit" disabled={busy || (day === session.date && start === (group.start_at ?? ''))}>
            <Icon of={CalendarClock} />
            {t('club.sessions.moveButton')}
          </Button>
        </form>
      )}
    </section>
  )
}

/** Writes of the session, each with its undo. */
function useMoveWrites(session: DatedSession) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { busy, act } = useAct((code) =>
    code === 'SESSION_TAKEN'
      ? t('club.sessions.moveTaken')
      : code === 'INVALID_REQUEST'
        ? t('club.sessions.moveOutside')
        : undefined,
  )
  const { change } = useSessionWrites()
  const show = useShown(session.group.id)
  const { group, moved_from: from, moved_start: time } = session
  const date = from ?? session.date

  /** `next` of the session's own day; what stands at its other day comes back with an undo, too. */
  const write = (next: SessionBody, shown: string, said: string) =>
    act(async () => {
      const before = bodyOf(session)
      await change(group.id, date, next)
      show(shown)
      alerts.show(
        said,
        'done',
        UNDO_MS,
        () =>
          void act(
            async () => {
              if (from === null) return change(group.id, date, before)
              await change(group.id, date, { ...usual, moved: { date: session.date, start_at: time } })
              return change(group.id, session.date, before)
            },
            () => {
              show(session.date)
              return t('club.sessions.undone')
            },
          ),
      )
    })
  return { busy, write }
}

/** The panel follows the session to its day. */
function useShown(groupId: string): (date: string) => void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (date) => {
    const next = new URLSearchParams(params)
    next.set('session', `${groupId}/${date}`)
    void navigate({ search: `?${next}` })
  }
}
