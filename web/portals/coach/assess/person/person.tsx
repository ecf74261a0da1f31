import { HeartPulse, Phone } from 'lucide-react'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { Icon } from '#web/ui/icon.tsx'
import './person.css'

/** The medical words themselves, never behind a menu; nothing when there are none. */
export function Medical({ member }: { member: CoachMember }) {
  return member.medical === null ? null : (
    <span className="med">
      <Icon of={HeartPulse} />
      <span>{member.medical}</span>
    </span>
  )
}

/** Without signs; the `(0)` behind a country's number is for calls within it. */
function dialled(number: string): string {
  return number.replace(/^(\s*\+.*?)\(0\)/, '$1').replaceAll(/[^\d+]/g, '')
}

/** Numbers to call, as they were written; a tap dials. */
export function Phones({ member, label }: { member: CoachMember; label: string }) {
  const phones = member.phones ?? []
  if (phones.length === 0) return null
  return (
    <ul className="flow" aria-label={label}>
      {phones.map((number) => (
        <li key={number}>
          <a className="btn" href={`tel:${dialled(number)}`}>
            <Icon of={Phone} />
            {number}
          </a>
        </li>
      ))}
    </ul>
  )
}
