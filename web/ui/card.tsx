import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** Only where things are separate: a child, a group. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={classNames('card', className)} {...rest} />
}
