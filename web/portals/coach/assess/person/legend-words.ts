import type { TFunction } from 'i18next'
import { yearsAndMonths } from '#domain/members/birthday.ts'

/** The legend of a member: the current level if the client shows it and there is one, otherwise the age [4.23]. */
export function legendWords(
  t: TFunction,
  showsLevel: boolean,
  level: string | undefined,
  dob: string,
  today: string,
): string {
  if (showsLevel && level !== undefined) return level
  const { years, months } = yearsAndMonths(dob, today)
  return `${t('coach.years', { count: years })} ${t('coach.months', { count: months })}`
}
