import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { placesOfWords, type WordPlace } from './word-places.ts'
import { shownWords, type WordRow } from './word-rows.ts'

/** Returns a function that finds where a text appears, by its key; screens are called as they are in these rows. */
export function useWordPlaces(rows: readonly WordRow[] | undefined): (key: string) => WordPlace {
  return useMemo(() => {
    const titles = new Map((rows ?? []).map((row) => [row.key, shownWords(row)]))
    return placesOfWords((key) => titles.get(key))
  }, [rows])
}

/** Returns a function that writes a place: `Club portal: Members`. */
export function usePlaceText(): (place: WordPlace) => string {
  const { t } = useTranslation()
  return ({ part, screen }) => {
    const name = t(`author.languages.part.${part}`)
    return screen === null ? name : t('author.languages.screenOf', { part: name, screen })
  }
}
