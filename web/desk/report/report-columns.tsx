import type { ReactNode } from 'react'
import type { ReportRow } from '#contract/reports/reports.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { numberText } from '#web/shell/i18n/numbers.ts'
import type { WordLanguage } from '#web/shell/i18n/word-languages.ts'
import type { Column } from '#web/desk/list/list-table.tsx'
import { percentOf } from '#domain/reports/percent-of.ts'
import { shares } from './report-figures.ts'

type ReportColumn = Column<ReportRow>

/** The first column, which names the row. */
export const nameColumn = (label: string, name: (row: ReportRow) => ReactNode = (row) => row.name): ReportColumn => ({
  label,
  cell: (row) => <b className="words">{name(row)}</b>,
})
/** A second column that says more about the row. */
export const aboutColumn = (label: string): ReportColumn => ({ label, className: 'wide', cell: (row) => row.about })
/** A column of numbers; a minor one is hidden on narrower screens. */
export const numberColumn = (
  label: string,
  value: (row: ReportRow) => number,
  { minor = false } = {},
): ReportColumn => ({
  label,
  className: minor ? 'r num middle' : 'r num',
  cell: (row) => numberText(value(row)),
})
/** A column of shares in percent. */
export const shareColumn = (label: string): ReportColumn => ({
  label,
  className: 'r num',
  cell: (row) => {
    const percent = percentOf(row)
    return percent === null ? null : <b>{percent}%</b>
  },
})
/** A column of the last day on which something was counted in the row. */
export const lastColumn = (label: string, language: WordLanguage): ReportColumn => ({
  label,
  className: 'nowrap middle',
  cell: (row) => (row.last === null ? null : fullDate(row.last, language)),
})
/** A small line of the row's shares or numbers over time. Rows that count nothing have none. */
export const trendColumn = (label: string, series: 'shares' | 'parts'): ReportColumn => ({
  label,
  className: 'middle',
  cell: (row) => (row.whole === 0 ? null : <Sparkline values={series === 'shares' ? shares(row) : row.parts} />),
})
