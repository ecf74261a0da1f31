import { HeartPulse, Phone } from 'lucide-react'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { Icon } from '#web/ui/icon.tsx'
import './person.css'

/** A member's medical note in full, so that a coach cannot overlook it; nothing when there is none. */
export function MedicalNote({ member }: { member: CoachMember }) {
  return member.medical === null ? null : (
    <span className="med">
      <Icon icon={HeartPulse} />
      <span>{member.medical}</span>
    </span>
  )
}

/** The digits to dial. The `(0)` after a country code is left out, because it is dialled within the country only. */
function dialled(number: string): string {
  return number.replace(/^(\s*\+.*?)\(0\)/, '$1').replaceAll(/[^\d+]/g, '')
}

/** A member's telephone numbers as they were written; a tap calls one. */
export function Phones({ member, label }: { member: CoachMember; label: string }) {
  const phones = member.phones ?? []
  if (phones.length === 0) return null
  return (
    <ul className="flow" aria-label={label}>
      {phones.map((number) => (
        <li key={number}>
          <a className="btn" href={`tel:${dialled(number)}`}>
            <Icon icon={Phone} />
            {number}
          </a>
        </li>
      ))}
    </ul>
  )
}
