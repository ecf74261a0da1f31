import { useTranslation } from 'react-i18next'
import { contactsIn } from '#domain/members/contacts-in-text.ts'
import { joinBirthday } from '#domain/members/birthday-parts.ts'
import { BIRTHDAY_PARTS, fieldsOfColumn, type Columns } from '#domain/members/import-columns.ts'
import { phonesIn } from '#domain/members/phones-in-text.ts'
import { peopleIn, splitName, withoutRemark } from '#domain/members/whole-name.ts'
import { readDate } from '#domain/members/written-date.ts'
import { isDate } from '#domain/platform/club-time.ts'
import { useClubDate } from '../club-day.ts'
import { useClubToday } from '../sessions/session-data.ts'

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
  const names = column === 'name' ? [splitName(withoutRemark(cell))] : peopleIn(cell)
  const contacts = column === 'name' ? null : contactsIn(cell)
  const people = contacts ?? names.map((name) => ({ ...name, email: '', phones: [] }))
  return (
    <span className="small dim cell-meaning">
      {people
        .map(({ firstname, lastname, email, phones }) => {
          const name = t('club.import.split', { firstname: firstname || '–', lastname: lastname || '–' })
          return [name, ...(email === '' ? [] : [email]), ...phones].join(', ')
        })
        .join('; ')}
    </span>
  )
}

/** The birthday that three cells of a row make, below the first of them in the file. Nothing while they make none. */
export function BirthdayMeaning({
  columns,
  index,
  cells,
}: {
  columns: Columns
  index: number
  cells: readonly string[]
}) {
  const { t } = useTranslation()
  const dayOf = useClubDate()
  const today = useClubToday()
  const places = BIRTHDAY_PARTS.map((part) => columns.indexOf(part))
  if (places.includes(-1) || index !== Math.min(...places)) return null
  const [day = '', month = '', year = ''] = places.map((place) => cells[place]?.trim() ?? '')
  const birthday = readDate(joinBirthday(day, month, year), 'day-first', Number(today.slice(0, 4))) ?? ''
  if (!isDate(birthday)) return null
  return <span className="small dim cell-meaning">{t('club.import.joinedBirthday', { day: dayOf(birthday) })}</span>
}
