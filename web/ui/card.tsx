import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** A bordered surface for one of several separate things, such as a child or a group. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={classNames('card', className)} {...rest} />
}
