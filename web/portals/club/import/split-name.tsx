import { useTranslation } from 'react-i18next'
import { fieldsOfColumn, textsOfCell } from '#domain/members/import-columns.ts'

/** The two names that become of a whole name; nothing for a column with anything else. */
export function SplitName({ column, cell }: { column: string | null; cell: string }) {
  const { t } = useTranslation()
  if (column === null || cell.trim() === '' || fieldsOfColumn(column).length < 2) return null
  const [[, firstname] = ['', ''], [, lastname] = ['', '']] = textsOfCell(column, cell)
  return (
    <span className="small dim split-name">
      {t('club.import.split', { firstname: firstname || '–', lastname: lastname || '–' })}
    </span>
  )
}
