import type { TFunction } from 'i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { yearsAndMonths } from '#domain/members/birthday.ts'

/**
 * The legend of a member: the current level if the client shows it and there is one, otherwise the age [4.23]. A guest
 * has no known age.
 */
export function legendWords(
  t: TFunction,
  showsLevel: boolean,
  level: string | undefined,
  { dob, guest }: Pick<CoachMember, 'dob' | 'guest'>,
  today: string,
): string {
  if (showsLevel && level !== undefined) return level
  if (guest || dob === null) return t(`coach.guest.${guest ?? 'today'}`)
  const { years, months } = yearsAndMonths(dob, today)
  return `${t('coach.years', { count: years })} ${t('coach.months', { count: months })}`
}
