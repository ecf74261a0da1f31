import { daysAfterMonday, mondayFirst } from '#domain/platform/club-time.ts'

/** A time of day at which a class of a course provider meets, on one or more days of the week; local to its centre. */
export interface RosterSlot {
  /** HH:mm */
  startAt: string
  durationMinutes: number
  /** 0 = Sunday … 6 = Saturday, ordered from Monday. */
  weekdays: number[]
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const PERIOD = /^(SU|MO|TU|WE|TH|FR|SA) ([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/**
 * Parses the weekly times of a class from periods such as `TU 16:45-17:30`. Days with the same time are one slot, and
 * slots are in the order of the week. Periods in any other form are ignored.
 */
export function slotsOf(periods: readonly string[]): RosterSlot[] {
  const slots = new Map<string, RosterSlot>()
  for (const period of periods) {
    const match = PERIOD.exec(period.trim().toUpperCase())
    if (!match) continue
    // a period that ends at 24:00 has no groups for its end
    const [, day = '', hour, minute, endHour = '24', endMinute = '0'] = match
    const minutes = (Number(endHour) - Number(hour)) * 60 + Number(endMinute) - Number(minute)
    if (minutes <= 0) continue
    const startAt = `${hour}:${minute}`
    const key = `${startAt} ${minutes}`
    const slot = slots.get(key) ?? { startAt, durationMinutes: minutes, weekdays: [] }
    slots.set(key, { ...slot, weekdays: mondayFirst([...slot.weekdays, DAYS.indexOf(day)]) })
  }
  return [...slots.values()].sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
}

/** A slot as periods, the inverse of `slotsOf`. */
export function periodsOf({ startAt, durationMinutes, weekdays }: RosterSlot): string[] {
  const [hour = 0, minute = 0] = startAt.split(':').map(Number)
  const end = hour * 60 + minute + durationMinutes
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return weekdays.map((day) => `${DAYS[day]} ${startAt}-${twoDigits(Math.floor(end / 60))}:${twoDigits(end % 60)}`)
}

/** A text by which slots sort by first weekday from Monday, time and duration. */
function sortKey({ startAt, durationMinutes, weekdays: [first = 0] }: RosterSlot): string {
  return `${daysAfterMonday(first)} ${startAt} ${String(durationMinutes).padStart(4, '0')}`
}
