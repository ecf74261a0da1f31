import { Check, CircleAlert, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Chip } from '#web/ui/chip.tsx'
import { hasBegun, type DaySession } from '#web/portals/coach/sessions/day-sessions.ts'
import { useMinute, useToday } from '#web/portals/coach/sessions/use-club-time.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { registerStateOf } from './register-data.ts'

const shown = {
  done: { kind: 'done', icon: Check, words: 'coach.register.state.done' },
  begun: { kind: 'begun', icon: CircleDashed, words: 'coach.register.state.open' },
  open: { kind: 'begun', icon: CircleDashed, words: 'coach.register.state.open' },
  missing: { kind: 'bad', icon: CircleAlert, words: 'coach.register.state.missing' },
} as const

/** Says whether the register of a session is done, open or missing; nothing before the session begins. */
export function RegisterChip({ session, date }: { session: DaySession; date: string }) {
  const { t } = useTranslation()
  const snapshot = useSnapshot()
  const today = useToday()
  const minute = useMinute()
  const state = registerStateOf(snapshot, session, date, { today, minute })
  if (state === null || (state === 'open' && !hasBegun(session, date, { today, minute }))) return null
  const { kind, icon, words } = shown[state]
  return (
    <Chip kind={kind} icon={icon}>
      {t(words)}
    </Chip>
  )
}
