import { folded, searchAllowed } from '#domain/platform/search.ts'
import { searchOf } from '#web/desk/list/list-address.ts'

export interface NamedClub {
  id: string
  name: string
  ngo_id?: string | null
}

/** What the server is asked for a text [5.1]: of one with a sign that no search takes, what stands before that sign. */
export function askedOf(text: string): string | undefined {
  const signs = [...text]
  const end = signs.findIndex((sign) => !searchAllowed('special', sign))
  return searchOf(end === -1 ? text : signs.slice(0, end).join(''))
}

/** The clubs that have the text in name or number, accents and capitals aside. */
export function havingText<One extends NamedClub>(clubs: readonly One[], text: string): One[] {
  const wanted = folded(text.trim())
  return clubs.filter(({ name, ngo_id: number }) => folded(`${name} ${number ?? ''}`).includes(wanted))
}

/** Of what the server found, what is shown: a small client's clubs are all here, so each letter counts at once. */
export function shownClubs<One extends NamedClub>(clubs: readonly One[], total: number, text: string): One[] {
  const whole = clubs.length >= total
  return whole || !searchAllowed('special', text) ? havingText(clubs, text) : [...clubs]
}
