import { CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/**
 * The look of a message, which is also its CSS class: `note` informs, `done` confirms, `begun` warns, `bad` reports a
 * failure.
 */
export type AlertKind = 'note' | 'done' | 'begun' | 'bad'

export const alertIcons: Record<AlertKind, LucideIcon> = {
  note: Info,
  done: CircleCheck,
  begun: TriangleAlert,
  bad: TriangleAlert,
}

/**
 * A message within the page. It says what happened and what to do; `end` is for a button after it. For messages that
 * disappear see the shell's alerts.
 */
export function Alert({ kind = 'note', children, end }: { kind?: AlertKind; children: ReactNode; end?: ReactNode }) {
  return (
    <div className={classNames('alert', kind !== 'note' && kind)}>
      <Icon icon={alertIcons[kind]} />
      <div>{children}</div>
      {end}
    </div>
  )
}
