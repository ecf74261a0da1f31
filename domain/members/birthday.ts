interface Day {
  year: number
  month: number
  day: number
}

function dayOf(date: string): Day {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month, day }
}

/** The start of a day in UTC, in unix ms. */
const utcMs = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day)

/**
 * The age in whole years and months on a date [4.23]; both dates are YYYY-MM-DD. A month is complete on the day of
 * birth, or on the day after a month without that day, so the years are those of `age` (in
 * domain/platform/club-time.ts).
 */
export function yearsAndMonths(dob: string, today: string): { years: number; months: number } {
  const born = dayOf(dob)
  const now = dayOf(today)
  const isMonthComplete = now.day >= born.day
  const months = (now.year - born.year) * 12 + now.month - born.month - (isMonthComplete ? 0 : 1)
  // before the birth the number of months is negative; the rest is from 0 to 11 even then
  return { years: Math.floor(months / 12), months: ((months % 12) + 12) % 12 }
}

/**
 * The latest date of birth, YYYY-MM-DD, of somebody who is at least this old on a date, by the rule of `age` (in
 * domain/platform/club-time.ts).
 */
export function latestBirthOfAge(years: number, today: string): string {
  const { year, month, day } = dayOf(today)
  // `today` may be 29 February, and the year of birth may not have that day
  const lastDay = new Date(Date.UTC(year - years, month, 0)).getUTCDate()
  const bornOn = String(Math.min(day, lastDay)).padStart(2, '0')
  return `${String(year - years).padStart(4, '0')}-${today.slice(5, 7)}-${bornOn}`
}

/** Days until the next birthday, 0 on the day itself. A birthday on 29 February is on 1 March in other years. */
export function daysToBirthday(dob: string, today: string): number {
  const born = dayOf(dob)
  const now = dayOf(today)
  const daysToBirthdayIn = (year: number) => Math.round((utcMs({ ...born, year }) - utcMs(now)) / 86_400_000)
  const daysThisYear = daysToBirthdayIn(now.year)
  return daysThisYear >= 0 ? daysThisYear : daysToBirthdayIn(now.year + 1)
}
