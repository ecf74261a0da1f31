import { CalendarClock, CalendarX2, HandHelping, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DatedSession, SessionBody } from '#contract/scheduling/sessions.ts'
import { lastsAllDay, minutesOf } from '#domain/scheduling/sessions.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useCoaches } from '../groups/group-data.ts'
import { useOwnsRecords } from '../club-data.ts'
import { UNDO_MS } from '../use-undo.ts'
import { MoveSession } from './move-session.tsx'
import { placesText } from './places-text.ts'
import { bodyOf, useSession, useSessionWrites } from './session-data.ts'

/** The most characters of the reason for cancelling a session; the server has the same limit. */
const REASON_MAX = 200

interface PanelProps {
  groupId: string
  date: string
  today: string
  onClose: () => void
}

/** The detail view of a dated session, beside the calendar: its changes, its attendance and a link to its group. */
export function SessionPanel({ groupId, date, today, onClose }: PanelProps) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={`${groupId}/${date}`}
      answer={useSession(groupId, date)}
      nameOf={(session) => session.group.name}
      title={t('club.sessions.one')}
      notFoundText={t('club.sessions.unknown')}
      onClose={onClose}
      prints
    >
      {(session) => <Detail key={session.date} session={session} today={today} onClose={onClose} />}
    </SideSheet>
  )
}

/** The times of a session as a text: `17:00–17:30`; null if it has none or lasts all day. */
function timesOf(group: DatedSession['group']): string | null {
  const { start_at, duration_minutes } = group
  if (start_at === null || lastsAllDay(group)) return null
  const end = (minutesOf(start_at) + duration_minutes) % (24 * 60)
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  return `${start_at}–${twoDigits(Math.floor(end / 60))}:${twoDigits(end % 60)}`
}

const nameOf = (person: { firstname: string; lastname: string }) => `${person.firstname} ${person.lastname}`

function Detail({ session, today, onClose }: { session: DatedSession; today: string; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const ownsRecords = useOwnsRecords()
  const { group, cover, coaches, cancelled, reason } = session
  return (
    <>
      <SideHead
        name={group.name}
        facts={[
          plainDay(session.date, language),
          timesOf(group),
          group.place,
          listed(coaches.map(nameOf)) || t('club.group.noCoach'),
        ]}
        onClose={onClose}
      >
        <MovedChip session={session} />
        {cancelled ? (
          <Chip kind="bad" icon={CalendarX2}>
            {t('club.sessions.cancelled')}
          </Chip>
        ) : cover ? (
          <Chip kind="note" icon={HandHelping}>
            {t('club.sessions.coveredBy', { name: nameOf(cover) })}
          </Chip>
        ) : null}
        <Link className="btn small" to={`/groups?group=${group.id}`}>
          {t('club.sessions.toGroup')}
        </Link>
        <Button size="small" onClick={() => window.print()}>
          <Icon icon={Printer} />
          {t('desk.print')}
        </Button>
      </SideHead>
      <div className="parts scroll">
        {cancelled && reason !== null ? (
          <section>
            <FactList facts={[[t('club.sessions.reason'), reason]]} />
          </section>
        ) : null}
        <Register session={session} today={today} />
        {ownsRecords ? <SessionChanges session={session} /> : null}
        {ownsRecords && !cancelled ? <MoveSession session={session} today={today} /> : null}
      </div>
    </>
  )
}

function MovedChip({ session }: { session: DatedSession }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { moved_from: from, moved_to: to, moved_start: time } = session
  if (from === null && to === null && time === null) return null
  return (
    <Chip kind="begun" icon={CalendarClock}>
      {to !== null
        ? t('club.sessions.movedTo', { day: plainDay(to, language) })
        : from !== null
          ? t('club.sessions.movedFrom', { day: plainDay(from, language) })
          : t('club.sessions.otherTime', { time })}
    </Chip>
  )
}

/** Cancels or restores the session, or sets its covering coach. Each takes effect at once and can be undone. */
function SessionChanges({ session }: { session: DatedSession }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('club.sessions.meanwhile') : undefined))
  const { change } = useSessionWrites()
  const allCoaches = useCoaches()
  const [reason, setReason] = useState('')
  const { group, date, cover, cancelled, moved_to: movedTo } = session
  const groupCoaches = new Set(session.coaches.map(({ uuid }) => uuid))
  // the covering coach is a choice even before the list has loaded, and after the coach has left the club
  const coaches = [...new Map([...(cover ? [cover] : []), ...allCoaches].map((coach) => [coach.uuid, coach])).values()]
  const unchangedBody = bodyOf(session)
  const save = (next: Partial<SessionBody>, message: string) =>
    act(async () => {
      const { revision } = await change(group.id, date, { ...unchangedBody, ...next }, session.revision)
      alerts.show(
        message,
        'done',
        UNDO_MS,
        () =>
          void act(
            () => change(group.id, date, unchangedBody, revision),
            () => t('club.sessions.undone'),
          ),
      )
    })
  // a session that was moved to another day is changed there
  return (
    <section className="stack off-paper">
      <h3>{t('club.sessions.changes')}</h3>
      {movedTo !== null ? null : cancelled ? (
        <Button
          disabled={busy}
          onClick={() =>
            void save({ cancelled: false, reason: null }, t('club.sessions.restored', { name: group.name }))
          }
        >
          <Icon icon={Undo2} />
          {t('club.sessions.restore')}
        </Button>
      ) : (
        <>
          <Field label={t('club.sessions.cover')} hint={t('club.sessions.coverHint')}>
            {(control) => (
              <Select
                {...control}
                disabled={busy}
                value={cover?.uuid ?? ''}
                onChange={(event) => {
                  const next = coaches.find(({ uuid }) => uuid === event.target.value)
                  void save(
                    { cover_uuid: next?.uuid ?? null },
                    next ? t('club.sessions.nowCovered', { name: nameOf(next) }) : t('club.sessions.notCovered'),
                  )
                }}
              >
                <option value="">{t('club.sessions.nobody')}</option>
                {coaches
                  .filter(({ uuid }) => !groupCoaches.has(uuid))
                  .map((coach) => (
                    <option key={coach.uuid} value={coach.uuid}>
                      {nameOf(coach)}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault()
              void save(
                { cancelled: true, reason: reason.trim() || null },
                t('club.sessions.nowCancelled', { name: group.name }),
              )
            }}
          >
            {reason.trim() === '' ? null : (
              <UnsavedEntries isKept={({ searchParams }) => searchParams.get('session') === `${group.id}/${date}`} />
            )}
            <Field label={t('club.sessions.reason')} hint={t('club.sessions.reasonHint')}>
              {(control) => (
                <ShortText
                  {...control}
                  value={reason}
                  maxLength={REASON_MAX}
                  autoComplete="off"
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
            <Button kind="risk" type="submit" disabled={busy}>
              <Icon icon={CalendarX2} />
              {t('club.sessions.cancel')}
            </Button>
          </form>
        </>
      )}
    </section>
  )
}

/** The attendance that the coaches have entered. */
function Register({ session: { group, members, date }, today }: { session: DatedSession; today: string }) {
  const { t } = useTranslation()
  const count = (value: 'present' | 'absent') => members.filter(({ attendance }) => attendance === value).length
  const [present, absent] = [count('present'), count('absent')]
  const places = placesText(t, members.length, group.max_size)
  return (
    <section>
      <h3>{t('club.sessions.registerTitle')}</h3>
      <p className={date > today ? 'dim' : 'mid'}>
        {date > today
          ? places
          : `${places} · ${t('club.sessions.totals', { here: present, absent, left: members.length - present - absent })}`}
      </p>
      <ul className="places">
        {members.map(({ uuid, attendance, ...member }) => (
          <li key={uuid} className="split">
            <span className={attendance === 'present' ? 'disc present' : 'disc'} aria-hidden="true" />
            <span className="grow">
              <Link to={`/members?member=${uuid}`}>{nameOf(member)}</Link>
            </span>
            {date > today ? null : (
              <span className="small dim">{t(`club.sessions.attendance.${attendance ?? 'none'}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
