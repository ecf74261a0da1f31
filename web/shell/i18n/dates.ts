import type { WordLanguage } from './word-languages.ts'

/** Names of our own, because Chromium's `Intl` has no Welsh dates. January and Sunday come first. */
const months: Record<WordLanguage, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  cy: ['Ion', 'Chwef', 'Maw', 'Ebr', 'Mai', 'Meh', 'Gorff', 'Awst', 'Medi', 'Hyd', 'Tach', 'Rhag'],
}
const weekdays: Record<WordLanguage, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  cy: ['Sul', 'Llun', 'Maw', 'Mer', 'Iau', 'Gwe', 'Sad'],
}
const longWeekdays: Record<WordLanguage, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  cy: ['Dydd Sul', 'Dydd Llun', 'Dydd Mawrth', 'Dydd Mercher', 'Dydd Iau', 'Dydd Gwener', 'Dydd Sadwrn'],
}
const today: Record<WordLanguage, string> = { en: 'Today', cy: 'Heddiw' }

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

/** The month is counted from 0, and the weekday from Sunday. */
function partsOf(date: string): { year: number; month: number; day: number; weekday: number } {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return { year, month: month - 1, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

/** `Nov 20th`; in Welsh `20 Tach`. */
export function monthDay(date: string, language: WordLanguage): string {
  const { month, day } = partsOf(date)
  const name = months[language][month] ?? ''
  return language === 'en' ? `${name} ${ordinal(day)}` : `${day} ${name}`
}

/** `Nov 20th 2026`, also when that is today; in Welsh `20 Tach 2026`. The date is YYYY-MM-DD. */
export function fullDate(date: string, language: WordLanguage): string {
  return `${monthDay(date, language)} ${partsOf(date).year}`
}

/** [9.23]: `Today`, else `Nov 20th 2026`; in Welsh `20 Tach 2026`. Both dates are YYYY-MM-DD. */
export function displayDate(date: string, todayDate: string, language: WordLanguage): string {
  return date === todayDate ? today[language] : fullDate(date, language)
}

/** `Today`, else `Fri Nov 20th`, for days so near that the year can be left out. */
export function shortDay(date: string, todayDate: string, language: WordLanguage): string {
  return date === todayDate ? today[language] : plainDay(date, language)
}

/**
 * A written day for the middle of a sentence, where `Today` loses its capital. Locale files use it as `{{day,
 * within}}`.
 */
export function midSentenceDay(day: string, language: WordLanguage): string {
  return day === today[language] ? day.toLowerCase() : day
}

/** `Fri Nov 20th`, also when that is today. */
export function plainDay(date: string, language: WordLanguage): string {
  return `${weekdayShort(partsOf(date).weekday, language)} ${monthDay(date, language)}`
}

/** `Nov` of a YYYY-MM-DD. */
export function monthName(date: string, language: WordLanguage): string {
  return months[language][partsOf(date).month] ?? ''
}

/** `Thursday`; `Dydd Iau`. */
export function weekdayName(weekday: number, language: WordLanguage): string {
  return longWeekdays[language][weekday] ?? ''
}

/** `Thu`; `Iau`. */
export function weekdayShort(weekday: number, language: WordLanguage): string {
  return weekdays[language][weekday] ?? ''
}

/** HH:mm in the device's time zone. */
export function clockTime(ms: number): string {
  const time = new Date(ms)
  return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
}

/** YYYY-MM-DD in the device's time zone. */
export function deviceDate(ms: number): string {
  const time = new Date(ms)
  return `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, '0')}-${String(time.getDate()).padStart(2, '0')}`
}
