import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import { attendanceLane, type Attendance } from '#domain/assessment/commands/attendance.ts'
import { RefusalLink } from '#web/portals/coach/assess/saving/refusal-link.tsx'
import { RegisterDock } from '#web/portals/coach/assess/saving/register-dock.tsx'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import { NoMembers } from '#web/portals/coach/groups/no-members.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AddGuest } from './add-guest.tsx'
import { nextAttendance } from './register-data.ts'
import type { RegisterView } from './use-register.ts'

interface ListProps {
  group: Group
  date: string
  register: RegisterView
  /** The link to what comes after the register, in the bar at the bottom; null for none. */
  next: ReactNode
}

/** The members of a session with their attendance, the form for guests, and the bar at the bottom. */
export function RegisterList({ group, date, register, next }: ListProps) {
  const { t } = useTranslation()
  const { members, attendance, totals, unmarked, mark, edits } = register
  return (
    <>
      {members.length === 0 ? (
        <div className="nobody">
          <NoMembers />
        </div>
      ) : (
        <ul className="reg">
          {members.map((member) => {
            const value = attendance.get(member.uuid) ?? null
            return (
              <RegisterRow
                key={member.uuid}
                member={member}
                value={value}
                lane={attendanceLane({ groupId: group.id, date, memberUuid: member.uuid })}
                onMark={() => mark([member], nextAttendance(value))}
              />
            )
          })}
        </ul>
      )}
      {/* one element for both, because the first member may arrive while a name is typed in its dialog */}
      <AddGuest groupId={group.id} date={date} />
      {members.length === 0 && next === null ? null : (
        <RegisterDock
          edits={edits}
          totals={
            <>
              <b>{t('coach.register.totals', { here: totals.present, absent: totals.absent })}</b>
              {totals.unmarked > 0 ? t('coach.register.left', { count: totals.unmarked }) : null}
            </>
          }
        >
          <IdleButton className="grow" idle={unmarked.length === 0} onClick={() => mark(unmarked, 'present')}>
            {t('coach.register.all')}
          </IdleButton>
          {next}
        </RegisterDock>
      )}
    </>
  )
}

interface RowProps {
  member: CoachMember
  value: Attendance | null
  lane: string
  onMark: () => void
}

/** One member with the button that marks their attendance. */
function RegisterRow({ member, value, lane, onMark }: RowProps) {
  const { t } = useTranslation()
  const name = fullName(member)
  const state = value === 'present' ? 'here' : (value ?? 'none')
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <span className="name">{name}</span>
        {member.guest ? <span className="small dim guest">{t(`coach.guest.${member.guest}`)}</span> : null}
        <MedicalNote member={member} />
        <RefusalLink lane={lane} />
      </span>
      <button type="button" className={`mark ${state}`} onClick={onMark}>
        {value === null ? null : <Icon icon={value === 'present' ? Check : X} />}
        {t(`coach.register.${state}`)}
        <span className="sr">: {name}</span>
      </button>
    </li>
  )
}
