import { isTime } from '#domain/scheduling/sessions.ts'

/** Hours and minutes with anything usual between them, or as three or four digits: `16:30`, `9.05`, `1630`, `905`. */
const HOURS_MINUTES = /^(\d{1,2})[\s.:h]+(\d{2})$|^(\d{1,2})(\d{2})$/

/** A typed time of day as `HH:mm`. A text that is none stays as it is, so that a form can refuse it. */
export function readTime(typed: string): string {
  const text = typed.trim()
  const [, hours = '', minutes = '', hours2 = '', minutes2 = ''] = HOURS_MINUTES.exec(text) ?? []
  const time = `${(hours || hours2).padStart(2, '0')}:${minutes || minutes2}`
  return isTime(time) ? time : text
}
