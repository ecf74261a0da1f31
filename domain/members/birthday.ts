interface Day {
  year: number
  month: number
  day: number
}

function dayOf(date: string): Day {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month, day }
}

const utc = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day)

/**
 * The age in whole years and months on a date [4.23]; both dates are YYYY-MM-DD. A month is complete on the day of
 * birth, or on the last day of a shorter month.
 */
export function yearsAndMonths(dob: string, today: string): { years: number; months: number } {
  const born = dayOf(dob)
  const now = dayOf(today)
  const lastDay = new Date(Date.UTC(now.year, now.month, 0)).getUTCDate()
  const full = now.day >= Math.min(born.day, lastDay)
  const months = (now.year - born.year) * 12 + now.month - born.month - (full ? 0 : 1)
  return { years: Math.floor(months / 12), months: ((months % 12) + 12) % 12 }
}

/**
 * The latest date of birth, YYYY-MM-DD, of somebody who is at least this old on a date, by the rule of `age`. The day
 * may be 29 February, which the year of birth may not have.
 */
export function latestBirthOfAge(years: number, today: string): string {
  const { year, month, day } = dayOf(today)
  const lastDay = new Date(Date.UTC(year - years, month, 0)).getUTCDate()
  const bornOn = String(Math.min(day, lastDay)).padStart(2, '0')
  return `${String(year - years).padStart(4, '0')}-${today.slice(5, 7)}-${bornOn}`
}

/** Days until the next birthday, 0 on the day itself. A birthday on 29 February is on 1 March in other years. */
export function daysToBirthday(dob: string, today: string): number {
  const born = dayOf(dob)
  const now = dayOf(today)
  const days = (year: number) => Math.round((utc({ ...born, year }) - utc(now)) / 86_400_000)
  const thisYear = days(now.year)
  return thisYear >= 0 ? thisYear : days(now.year + 1)
}
