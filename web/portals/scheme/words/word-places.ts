import type { WordRow } from './word-rows.ts'

/** The parts of the product in which a text appears; `all` is what every portal has, such as its login and its menu. */
const PARTS = ['all', 'parent', 'coach', 'club', 'author', 'desk', 'mail', 'print'] as const
type WordPart = (typeof PARTS)[number]

/** Where a text appears: in a part of the product, and there on a screen, if its key names one. */
export interface WordPlace {
  /** Of a screen the beginning of the keys of its texts, such as `club.members`; else the part. */
  id: string
  part: WordPart
  /** The title of the screen in the words of the list; null for texts of several screens. */
  screen: string | null
}

/** A title says `{{name}}` where the screen shows the name of a thing. */
const PLACEHOLDER = /\{\{[^}]*\}\}/g

/** Returns a function that finds the place of a text by its key; `titleOf` gives the text of a key. */
export function placesOfWords(titleOf: (key: string) => string | undefined): (key: string) => WordPlace {
  return (key) => {
    const [first = '', second = ''] = key.split('.')
    const part = PARTS.find((name) => name === first) ?? 'all'
    // a portal has many screens; the words of login, mails and the rest are named by their first part
    const id = part === 'all' ? first : `${first}.${second}`
    const title = titleOf(`${id}.title`)
    return title === undefined
      ? { id: part, part, screen: null }
      : { id, part, screen: title.replaceAll(PLACEHOLDER, '…') }
  }
}

/** All places of these texts: each part, followed by its screens by name. */
export function placesOf(rows: readonly WordRow[], placeOf: (key: string) => WordPlace): WordPlace[] {
  const places = new Map(rows.map(({ key }) => placeOf(key)).map((place) => [place.id, place]))
  return PARTS.flatMap((part) => {
    const screens = [...places.values()].filter((place) => place.part === part && place.screen !== null)
    const hasTexts = screens.length > 0 || places.has(part)
    return hasTexts
      ? [{ id: part, part, screen: null }, ...screens.sort((a, b) => (a.screen ?? '').localeCompare(b.screen ?? ''))]
      : []
  })
}

/** Whether a place is the chosen one or on a screen of the chosen part; '' chooses all. */
export const isAt = (place: WordPlace, chosen: string) => chosen === '' || place.id === chosen || place.part === chosen
