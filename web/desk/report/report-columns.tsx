import type { ReactNode } from 'react'
import type { ReportRow } from '#contract/reports/reports.ts'
import { Spark } from '#web/ui/chart/spark.tsx'
import { displayDate } from '#web/shell/i18n/dates.ts'
import type { WordLanguage } from '#web/shell/i18n/word-languages.ts'
import type { Column } from '#web/desk/list/list-table.tsx'
import { percentOf, shares } from './report-figures.ts'

type Of = Column<ReportRow>

/** The first column: what a row is. */
export const nameColumn = (label: string, name: (row: ReportRow) => ReactNode = (row) => row.name): Of => ({
  label,
  cell: (row) => <b className="words">{name(row)}</b>,
})
export const aboutColumn = (label: string): Of => ({ label, className: 'wide', cell: (row) => row.about })
export const numberColumn = (label: string, value: (row: ReportRow) => number, less = false): Of => ({
  label,
  className: less ? 'r num middle' : 'r num',
  cell: value,
})
export const shareColumn = (label: string): Of => ({
  label,
  className: 'r num',
  cell: (row) => {
    const percent = percentOf(row)
    return percent === null ? null : <b>{percent}%</b>
  },
})
export const lastColumn = (label: string, language: WordLanguage): Of => ({
  label,
  className: 'nowrap middle',
  cell: (row) => (row.last === null ? null : displayDate(row.last, '', language)),
})
/** The way of its shares, or of its numbers; what nobody could count has none. */
export const trendColumn = (label: string, of: 'shares' | 'parts'): Of => ({
  label,
  className: 'middle',
  cell: (row) => (row.whole === 0 ? null : <Spark values={of === 'shares' ? shares(row) : row.parts} />),
})
