import { HeartPulse } from 'lucide-react'
import type { CoachMember } from '#contract/sync.ts'
import { Icon } from '#web/ui/icon.tsx'

export function fullName(member: Pick<CoachMember, 'firstname' | 'lastname'>): string {
  return `${member.firstname} ${member.lastname}`
}

/** The medical words themselves, never behind a menu; nothing when there are none. */
export function Medical({ member }: { member: CoachMember }) {
  return member.medical === null ? null : (
    <span className="med">
      <Icon of={HeartPulse} />
      <span>{member.medical}</span>
    </span>
  )
}
