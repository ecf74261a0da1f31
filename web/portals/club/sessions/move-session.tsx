import { CalendarClock, Undo2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { DatedSession, SessionBody } from '#contract/scheduling/sessions.ts'
import { isTime } from '#domain/scheduling/sessions.ts'
import { TimeField } from '#web/desk/form/time-field.tsx'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { DateField } from '#web/shell/frame/date-field.tsx'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { isDayWithin } from '#web/shell/i18n/written-day.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { UNDO_MS } from '../use-undo.ts'
import { bodyOf, useSessionWrites } from './session-data.ts'

/** A session as its group plans it, without any change. */
const AS_PLANNED: SessionBody = { cancelled: false, reason: null, cover_uuid: null, moved: null }

/** Moves one session to another day or time, or back. Each move takes effect at once and can be undone. */
export function MoveSession({ session, today }: { session: DatedSession; today: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { busy, write } = useMoveWrites(session)
  const { group, moved_from: from, moved_to: to, moved_start: time } = session
  const originalDate = from ?? session.date
  // a session of the past can only move to another day
  const plannedDay = session.date < today ? '' : session.date
  const plannedStart = group.start_at ?? ''
  const [day, setDay] = useState(plannedDay)
  const [start, setStart] = useState(plannedStart)
  const [problems, setProblems] = useState<{ day?: string; start?: string }>({})
  // to another day, from another day, or to another time on the same day
  const isMoved = from !== null || to !== null || time !== null

  function move(event: FormEvent): void {
    event.preventDefault()
    const wrong = {
      ...(isDayWithin(day, today) ? {} : { day: t('club.sessions.moveOutside') }),
      ...(start === '' || isTime(start) ? {} : { start: t('club.groupEntry.not-a-time') }),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    const moved = { date: day, start_at: start === '' ? null : start }
    // on its own day the session keeps its covering coach and its cancellation; on another day it loses them
    if (day === originalDate)
      void write({ ...bodyOf(session), moved }, day, t('club.sessions.nowTimed', { name: group.name, time: start }))
    else
      void write(
        { ...AS_PLANNED, moved },
        day,
        t('club.sessions.nowMoved', { name: group.name, day: plainDay(day, language) }),
      )
  }
  return (
    <section className="stack off-paper">
      <h3>{t('club.sessions.move')}</h3>
      {isMoved ? (
        <Button
          disabled={busy}
          onClick={() =>
            void write(
              // where only the time was changed, the covering coach and the cancellation stay
              from === null && to === null ? { ...bodyOf(session), moved: null } : AS_PLANNED,
              originalDate,
              t('club.sessions.movedBack', { name: group.name }),
            )
          }
        >
          <Icon icon={Undo2} />
          {t('club.sessions.moveBack')}
        </Button>
      ) : (
        <form className="stack" noValidate onSubmit={move}>
          {day === plannedDay && start === plannedStart ? null : (
            <UnsavedEntries
              // the panel of the moved session opens while this form is still there
              isKept={({ searchParams }) => busy || searchParams.get('session') === `${group.id}/${session.date}`}
            />
          )}
          <DateField
            label={t('club.sessions.moveDay')}
            error={problems.day}
            min={today}
            value={day}
            onChange={setDay}
          />
          <TimeField label={t('club.sessions.moveTime')} error={problems.start} value={start} onChange={setStart} />
          <Button type="submit" disabled={busy || (day === session.date && start === plannedStart)}>
            <Icon icon={CalendarClock} />
            {t('club.sessions.moveButton')}
          </Button>
        </form>
      )}
    </section>
  )
}

/** The writes that move the session; each shows a message that offers to undo it. */
function useMoveWrites(session: DatedSession) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { busy, act } = useAct((code) =>
    code === 'SESSION_TAKEN'
      ? t('club.sessions.moveTaken')
      : code === 'INVALID_REQUEST'
        ? t('club.sessions.moveOutside')
        : code === 'EDIT_CONFLICT'
          ? t('club.sessions.meanwhile')
          : undefined,
  )
  const { change } = useSessionWrites()
  const openAt = useOpenSession(session.group.id)
  const { group, moved_from: from, moved_start: time } = session
  const originalDate = from ?? session.date

  /**
   * Saves `next` at the session's original day and opens the panel at `shownDate`. For a session that had been moved,
   * undo first restores the move, and then what had been set at the day to which it was moved.
   */
  const write = (next: SessionBody, shownDate: string, message: string) =>
    act(async () => {
      const before = bodyOf(session)
      // a session that was moved is written at its original day, which the panel has not loaded
      const { revision } = await change(group.id, originalDate, next, from === null ? session.revision : undefined)
      openAt(shownDate)
      alerts.show(
        message,
        'done',
        UNDO_MS,
        () =>
          void act(
            async () => {
              if (from === null) return change(group.id, originalDate, before, revision)
              await change(group.id, originalDate, { ...AS_PLANNED, moved: { date: session.date, start_at: time } })
              return change(group.id, session.date, before)
            },
            () => {
              openAt(session.date)
              return t('club.sessions.undone')
            },
          ),
      )
    })
  return { busy, write }
}

/** Returns a function that opens the session's panel at another day, unless the user has gone elsewhere since. */
function useOpenSession(groupId: string): (date: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (date) => {
    const next = new URLSearchParams(location.search)
    const open = next.get('session')
    if (location.pathname !== pathname || !open?.startsWith(`${groupId}/`)) return
    next.set('session', `${groupId}/${date}`)
    void navigate({ search: `?${next}` })
  }
}
