import { normalizeForSearch, searchAllowed } from '#domain/platform/search.ts'
import { searchOf } from '#web/desk/list/list-address.ts'

export interface NamedClub {
  id: string
  name: string
  ngo_id?: string | null
}

/**
 * The search to send to the server for a text [5.1]: the part before the first character that a search does not allow.
 */
export function serverSearchOf(text: string): string | undefined {
  const characters = [...text]
  const end = characters.findIndex((character) => !searchAllowed('special', character))
  return searchOf(end === -1 ? text : characters.slice(0, end).join(''))
}

/** The clubs whose name or number contains the text, ignoring accents and case. */
export function filterByText<Club extends NamedClub>(clubs: readonly Club[], text: string): Club[] {
  const term = normalizeForSearch(text.trim())
  return clubs.filter(({ name, ngo_id: number }) => normalizeForSearch(`${name} ${number ?? ''}`).includes(term))
}

/**
 * The clubs to show of those that the server returned for a text. They are filtered here when they are all of the
 * client's clubs, whose number is `total`, and when the text has a character that the server's search does not allow.
 */
export function shownClubs<Club extends NamedClub>(clubs: readonly Club[], total: number, text: string): Club[] {
  const complete = clubs.length >= total
  return complete || !searchAllowed('special', text) ? filterByText(clubs, text) : [...clubs]
}
