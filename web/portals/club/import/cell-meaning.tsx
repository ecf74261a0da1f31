import { useTranslation } from 'react-i18next'
import { fieldsOfColumn } from '#domain/members/import-columns.ts'
import { phonesIn } from '#domain/members/phones-in-text.ts'
import { peopleIn, splitName } from '#domain/members/whole-name.ts'

/** What becomes of a cell that is more than its text: the two names of a whole name, or numbers and the words beside them. */
export function CellMeaning({ column, cell }: { column: string | null; cell: string }) {
  const { t } = useTranslation()
  if (column === null || cell.trim() === '') return null
  if (column === 'phones') {
    const { numbers, worded } = phonesIn(cell)
    if (worded.length === 0) return null
    return (
      <span className="small dim cell-meaning">{t('club.import.wordsToNote', { numbers: numbers.join(', ') })}</span>
    )
  }
  if (fieldsOfColumn(column).length < 2) return null
  const people = column === 'name' ? [splitName(cell)] : peopleIn(cell)
  return (
    <span className="small dim cell-meaning">
      {people
        .map(({ firstname, lastname }) =>
          t('club.import.split', { firstname: firstname || '–', lastname: lastname || '–' }),
        )
        .join('; ')}
    </span>
  )
}
