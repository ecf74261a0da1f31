import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isAt, placesOf, placesOfWords, type WordPlace } from './word-places.ts'
import { shownWords, type WordRow } from './word-rows.ts'

interface WordPlaces {
  /** Where a text appears: `Club portal: Members`. */
  whereOf: (row: WordRow) => string
  /** Whether a text is at the chosen place; '' chooses all. */
  isAt: (row: WordRow, chosen: string) => boolean
  /** The places to choose from, with their names. */
  choices: readonly (readonly [id: string, name: string])[]
}

const NO_ROWS: readonly WordRow[] = []

/** Finds where texts appear; screens are called as they are in these rows. */
export function useWordPlaces(rows: readonly WordRow[] = NO_ROWS): WordPlaces {
  const { t } = useTranslation()
  return useMemo(() => {
    const titles = new Map(rows.map((row) => [row.key, shownWords(row)]))
    const placeOf = placesOfWords((key) => titles.get(key))
    const nameOf = ({ part, screen }: WordPlace) => {
      const name = t(`author.languages.part.${part}`)
      return screen === null ? name : t('author.languages.screenOf', { part: name, screen })
    }
    return {
      whereOf: (row) => nameOf(placeOf(row.key)),
      isAt: (row, chosen) => isAt(placeOf(row.key), chosen),
      choices: placesOf(rows, placeOf).map((place) => [place.id, nameOf(place)]),
    }
  }, [rows, t])
}
