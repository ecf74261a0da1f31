import { HeartPulse, Link2, NotebookPen, Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { memberField, MEMBER_FIELDS, type MemberFieldName } from '#domain/members/member-fields.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { FactList, SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useMeetingTimeText } from '../../groups/group-words.ts'
import { EraseButton } from '../erase-button.tsx'
import { ExportButton } from '../export-button.tsx'
import { GroupButtons } from '../group-buttons.tsx'
import { MemberForm } from '../member-form.tsx'
import { useClubDay } from '../../club-day.ts'
import { AttendancePart } from './member-attendance.tsx'
import { LogPart } from './member-log.tsx'
import { MarksPart } from './member-marks.tsx'
import { AwardsPart, LevelParts } from './member-progress.tsx'
import { StatusButton } from '../status-button.tsx'
import { useMemberDetail } from './member-detail-data.ts'
import { InviteButton } from '../invite-button.tsx'
import { useOwnsRecords } from '../../club-data.ts'

interface DetailProps {
  uuid: string
  schemes: ReadonlyMap<string, ReadyScheme>
  onClose: () => void
}

/** The detail view of a member, beside the list [3.6]. */
export function MemberDetailPanel({ uuid, schemes, onClose }: DetailProps) {
  const { t } = useTranslation()
  return (
    <SideSheet
      id={uuid}
      answer={useMemberDetail(uuid)}
      nameOf={(detail) => `${detail.firstname} ${detail.lastname}`}
      title={t('club.sheet.title')}
      notFoundText={t('club.sheet.unknown')}
      onClose={onClose}
      prints
    >
      {(detail) => <Detail detail={detail} schemes={schemes} onClose={onClose} />}
    </SideSheet>
  )
}

function Detail({ detail, schemes, onClose }: Omit<DetailProps, 'uuid'> & { detail: MemberDetail }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [editing, setEditing] = useState(false)
  const ownsRecords = useOwnsRecords()
  const { firstname, lastname, ngo_id, age, status } = detail
  return (
    <>
      <SideHead
        name={`${firstname} ${lastname}`}
        lead={<Avatar firstname={firstname} lastname={lastname} size="3rem" />}
        facts={[ngo_id, t('club.sheet.age', { count: age }), t(`club.members.view.${status}`)]}
        onClose={onClose}
      >
        <Button size="small" onClick={() => setEditing(true)}>
          <Icon icon={Pencil} />
          {t('club.sheet.edit')}
        </Button>
        {ownsRecords ? <GroupButtons detail={detail} /> : null}
        <Button size="small" onClick={() => window.print()}>
          <Icon icon={Printer} />
          {t('desk.print')}
        </Button>
      </SideHead>
      <div className="parts scroll">
        <Notes detail={detail} />
        <LevelParts detail={detail} schemes={schemes} />
        <Groups detail={detail} />
        <Guardians detail={detail} />
        <AttendancePart uuid={detail.uuid} />
        <AwardsPart uuid={detail.uuid} />
        <Facts detail={detail} />
        <MarksPart uuid={detail.uuid} schemes={schemes} />
        <LogPart detail={detail} schemes={schemes} />
        <section className="record">
          <h3>{t('club.sheet.record')}</h3>
          <div className="flow">
            <ExportButton detail={detail} />
            {ownsRecords ? <StatusButton detail={detail} /> : null}
          </div>
        </section>
        {ownsRecords ? (
          <section className="record">
            <h3>{t('club.erase.heading')}</h3>
            <p className="small dim">{t('club.erase.hint')}</p>
            <EraseButton detail={detail} onGone={onClose} />
          </section>
        ) : null}
      </div>
      {editing ? (
        <MemberForm
          detail={detail}
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

/** The medical note and the club's note, which come first because coaches must know them. */
function Notes({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  const day = useClubDay()
  if (detail.medical === null && detail.note === null) return null
  return (
    <section className="stack">
      {detail.medical === null ? null : (
        <div className="alert bad">
          <Icon icon={HeartPulse} />
          <p className="lines">
            <b>{t('club.sheet.medical')}</b> {detail.medical}
          </p>
        </div>
      )}
      {detail.note === null ? null : (
        <div className="alert">
          <Icon icon={NotebookPen} />
          <p className="lines">
            <b>{t('club.sheet.note')}</b> {detail.note}
            {detail.note_by === null ? null : (
              <span className="small dim">
                {'\n'}
                {listed([detail.note_by, detail.note_at === null ? '' : day(detail.note_at)].filter(Boolean))}
              </span>
            )}
          </p>
        </div>
      )}
    </section>
  )
}

/** The fields that stand elsewhere: in the head of the detail view, and in its notes. */
const SHOWN_ABOVE: readonly MemberFieldName[] = ['firstname', 'lastname', 'ngo_id', 'status', 'medical', 'note']

function Facts({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const textOf = (name: MemberFieldName): string | null => {
    const { kind } = memberField(name)
    const { [name]: value } = detail
    if (value === null) return null
    if (typeof value === 'object') return listed(value) || null
    if (kind === 'birthday') return fullDate(value, language)
    return kind === 'choice' ? t(`club.${name}.${value}`) : value
  }
  const facts: [string, string | null][] = [
    ...MEMBER_FIELDS.filter((name) => !SHOWN_ABOVE.includes(name)).map((name): [string, string | null] => [
      t(`club.field.${name}`),
      textOf(name),
    ]),
    [t('club.sheet.clubs'), detail.owners.length > 1 ? listed(detail.owners.map((club) => club.name)) : null],
  ]
  return (
    <section>
      <h3>{t('club.sheet.details')}</h3>
      <FactList facts={facts} />
    </section>
  )
}

function Groups({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  const meetingTime = useMeetingTimeText()
  return (
    <section>
      <h3>{t('club.members.groups')}</h3>
      {detail.groups.length === 0 ? <p className="dim">{t('club.sheet.noGroup')}</p> : null}
      <ul className="stack">
        {detail.groups.map((group) => (
          // a member may be in one group in two periods
          <li key={`${group.id}${group.from}`}>
            <span className="mid">{group.name}</span>, {meetingTime(group)}
            <br />
            <span className="small dim">{listed(group.coaches)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Guardians({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('club.field.guardians')}</h3>
      {detail.guardians.length === 0 ? <p className="dim">{t('club.sheet.noGuardian')}</p> : null}
      <dl className="kv">
        {detail.guardians.map((guardian, index) => (
          // two guardians may have the same name
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <dt>
              {`${guardian.guardian_firstname} ${guardian.guardian_lastname}`.trim() || (
                <span className="dim">{t('club.sheet.noGuardianName')}</span>
              )}
            </dt>
            <dd>
              {guardian.guardian_email ?? t('club.sheet.noEmail')}
              <InviteButton member={detail} guardian={guardian} />
            </dd>
          </div>
        ))}
      </dl>
      {detail.links.length > 0 ? (
        <p className="flow linked">
          {detail.links.map((parent) => (
            <Chip key={parent.uuid} kind="done" icon={Link2}>
              {t('club.sheet.linked', { name: `${parent.firstname} ${parent.lastname}` })}
            </Chip>
          ))}
        </p>
      ) : null}
    </section>
  )
}
