// Rows can be dragged; for keyboards and touch each row has a select of groups.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { GripVertical, Pencil, UserMinus } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { SessionException } from '#contract/scheduling/sessions.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { groupField } from '#domain/scheduling/group-fields.ts'
import { placesTakenOn } from '#domain/scheduling/group-places.ts'
import { fullDate, plainDay } from '#web/shell/i18n/dates.ts'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useGroup } from './group-data.ts'
import { LessonPlans } from './lesson-plans.tsx'
import { GroupForm } from './group-form.tsx'
import { FORM_FIELDS, type FormField } from './group-form-values.ts'
import { useGroupMembership, type MemberInGroup } from './group-membership.ts'
import { useMeetingTimeText, useMembershipDatesText } from './group-words.ts'
import { MemberPicker } from '../members/member-picker.tsx'
import { useGroupChoices, useOwnsRecords } from '../club-data.ts'
import { useClubToday } from '../sessions/session-data.ts'

/** Called when dragging a member begins, and with null when it ends. */
type OnDrag = (member: MemberInGroup | null) => void

interface PanelProps {
  id: string
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
  onDrag: OnDrag
}

/** The detail view of a group: its members, next changed sessions, coaches and details. */
export function GroupDetailPanel({ id, schemes, onClose, onDrag }: PanelProps) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={id}
      answer={useGroup(id)}
      nameOf={(group) => group.name}
      title={t('club.group.title')}
      notFoundText={t('club.group.unknown')}
      onClose={onClose}
    >
      {(group) => <Detail group={group} schemes={schemes} onClose={onClose} onDrag={onDrag} />}
    </SideSheet>
  )
}

function Detail({ group, schemes, onClose, onDrag }: Omit<PanelProps, 'id'> & { group: GroupDetail }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const meetingTime = useMeetingTimeText()
  const [editing, setEditing] = useState(false)
  const ownsRecords = useOwnsRecords()
  // `curriculum_own`: the club chooses scheme and levels itself, although a course provider may own the group
  return (
    <>
      <SideHead name={group.name} facts={[meetingTime(group), group.place]} onClose={onClose}>
        {ownsRecords || group.curriculum_own ? (
          <Button size="small" onClick={() => setEditing(true)}>
            <Icon icon={Pencil} />
            {t('club.sheet.edit')}
          </Button>
        ) : undefined}
      </SideHead>
      <div className="parts scroll">
        <GroupMembers group={group} onDrag={onDrag} />
        <ChangedSessions group={group} />
        <LessonPlans groupId={group.id} schemes={schemes} />
        <CoachesAndFacts group={group} schemes={schemes} />
      </div>
      {editing ? (
        <GroupForm
          group={group}
          schemes={schemes}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            alerts.show(t('desk.saved'), 'done')
          }}
        />
      ) : null}
    </>
  )
}

/** Fields that have a place of their own: at the head, beside the members, or together with others. */
const SHOWN_APART: readonly FormField[] = ['name', 'place', 'weekdays', 'start_at', 'max_size', 'age_from', 'age_to']
/** The other fields of the form without scheme and levels; each is a fact with its label. */
const PLAIN_FIELDS = FORM_FIELDS.filter((name) => !groupField(name).clubsOwn && !SHOWN_APART.includes(name))

function CoachesAndFacts({ group, schemes }: { group: GroupDetail; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const scheme = schemes.get(group.scheme_slug ?? '')
  const date = (day: string) => fullDate(day, language)
  const titleOf = (level: string) => scheme?.nodes.get(level)?.title ?? level
  const facts: [string, string | null][] = [
    [
      t('club.groupField.scheme_slug'),
      scheme ? [scheme.curriculum.name, ...group.levels.map(titleOf)].join(', ') : null,
    ],
    [
      t('club.groupField.assessment_levels'),
      scheme ? (group.assessment_levels?.map(titleOf).join(', ') ?? null) : null,
    ],
    [t('club.groupForm.ages'), agesOf(t, group)],
    ...PLAIN_FIELDS.map((name): [string, string | null] => {
      const value = group[name]
      const text = value === null ? null : String(value)
      return [t(`club.groupField.${name}`), text && groupField(name).kind === 'date' ? date(text) : text]
    }),
  ]
  return (
    <>
      <section>
        <h3>{t('club.groupField.coaches')}</h3>
        {group.coaches.length === 0 ? <p className="dim">{t('club.group.noCoach')}</p> : null}
        <ul className="stack">
          {group.coaches.map((coach) => (
            <li key={coach.uuid + coach.from}>
              <span className="mid">
                {coach.firstname} {coach.lastname}
              </span>
              <br />
              <span className="small dim">
                {coach.to === null
                  ? t('club.group.since', { day: date(coach.from) })
                  : t('club.group.fromTo', { from: date(coach.from), to: date(coach.to) })}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('club.sheet.details')}</h3>
        <FactList facts={facts} />
      </section>
    </>
  )
}

/** The coming sessions that are cancelled, moved or covered, and a link to the calendar. */
function ChangedSessions({ group }: { group: GroupDetail }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const today = useClubToday()
  const ownsRecords = useOwnsRecords()
  const day = (date: string) => plainDay(date, language)
  const changesOf = ({ cancelled, reason, cover, moved_to: to, moved_from: from, start_at: time }: SessionException) =>
    [
      to ? t('club.sessions.movedTo', { day: day(to) }) : null,
      from ? t('club.sessions.movedFrom', { day: day(from) }) : null,
      time ? t('club.sessions.otherTime', { time }) : null,
      cancelled ? [t('club.sessions.cancelled'), reason].filter(Boolean).join(': ') : null,
      cover && !cancelled ? t('club.sessions.coveredBy', { name: `${cover.firstname} ${cover.lastname}` }) : null,
    ]
      .filter(Boolean)
      .join(', ')
  const calendarLink = (date: string) => `/sessions?on=${date}&session=${group.id}/${date}`
  const hasChanges = group.exceptions.length > 0
  // a course provider that owns the groups owns their sessions too
  if (!ownsRecords) return null
  return (
    <section>
      {hasChanges ? <h3>{t('club.sessions.upcoming')}</h3> : null}
      <ul className="stack">
        {group.exceptions.map((exception) => (
          <li key={exception.date}>
            <Link className="mid" to={calendarLink(exception.date)}>
              {day(exception.date)}
            </Link>
            <br />
            <span className="small dim">{changesOf(exception)}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={`/sessions?on=${today}`}>{t('club.sessions.toSessions')}</Link>
      </p>
    </section>
  )
}

/**
 * The ages of the group as a text: `4 to 6`, `from 12` or `up to 6`. The stored upper limit is exclusive, the text
 * inclusive.
 */
function agesOf(t: TFunction, { age_from: from, age_to: to }: GroupDetail): string | null {
  if (from === null && to === null) return null
  if (to === null) return t('club.groupForm.agesFrom', { from })
  const lastAge = to - 1
  return from === null
    ? t('club.groupForm.agesTo', { to: lastAge })
    : t('club.groupForm.agesBoth', { from, to: lastAge })
}

/**
 * The members of the group. A member is moved by dragging the row onto another group of the list, or by the row's
 * select.
 */
function GroupMembers({ group, onDrag }: { group: GroupDetail; onDrag: OnDrag }) {
  const { t } = useTranslation()
  const { add } = useGroupMembership()
  const ownsRecords = useOwnsRecords()
  const otherGroups = (useGroupChoices().data?.rows ?? []).filter((other) => other.id !== group.id)
  const { members, max_size } = group
  const today = useClubToday()
  const taken = placesTakenOn(members, today)

  return (
    <section>
      <div className="split">
        <h3>{t('club.members.title')}</h3>
        <b className="end">
          {max_size === null
            ? t('club.group.count', { count: taken })
            : t('club.group.places', { taken, count: max_size })}
        </b>
      </div>
      {ownsRecords ? (
        <MemberPicker
          label={t('club.group.add')}
          isIn={(uuid) => members.some((member) => member.uuid === uuid)}
          onPick={(member) => void add(group, member)}
        />
      ) : null}
      {members.length === 0 ? <p className="dim small">{t('club.group.empty')}</p> : null}
      {ownsRecords && members.length > 0 ? <p className="dim small by-drag">{t('club.group.drag')}</p> : null}
      <ul className="places">
        {members.map((member) => (
          <MemberRow key={member.uuid} group={group} member={member} otherGroups={otherGroups} onDrag={onDrag} />
        ))}
      </ul>
    </section>
  )
}

interface MemberRowProps {
  group: GroupDetail
  member: GroupDetail['members'][number]
  otherGroups: readonly { id: string; name: string }[]
  onDrag: OnDrag
}

function MemberRow({ group, member, otherGroups, onDrag }: MemberRowProps) {
  const { t } = useTranslation()
  // a hook for each row: while one member is being moved or removed, others can be
  const { busy, remove, move } = useGroupMembership()
  const ownsRecords = useOwnsRecords()
  const membershipDates = useMembershipDatesText()
  const name = `${member.firstname} ${member.lastname}`
  return (
    <li
      className="split"
      draggable={ownsRecords && !busy}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name)
        event.dataTransfer.effectAllowed = 'move'
        onDrag(member)
      }}
      onDragEnd={() => onDrag(null)}
    >
      {ownsRecords ? <Icon icon={GripVertical} /> : null}
      <span className="grow">
        <Link to={`/members?member=${member.uuid}`} draggable={false}>
          {name}
        </Link>{' '}
        <span className="small dim">
          {[t('club.sheet.age', { count: member.age }), ...membershipDates(member)].join(' · ')}
        </span>
      </span>
      {ownsRecords ? (
        <>
          <select
            aria-label={t('club.group.moveOf', { name })}
            value=""
            onChange={(event) => {
              const target = otherGroups.find((other) => other.id === event.target.value)
              // not disabled, which would take the focus away
              if (target && !busy) void move(group.id, member, target)
            }}
          >
            <option value="">{t('club.group.move')}</option>
            {otherGroups.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </select>
          <Button
            kind="bare"
            size="small"
            icon
            disabled={busy}
            aria-label={t('club.group.removeOf', { name })}
            onClick={() => void remove(group, member)}
          >
            <Icon icon={UserMinus} />
          </Button>
        </>
      ) : null}
    </li>
  )
}
