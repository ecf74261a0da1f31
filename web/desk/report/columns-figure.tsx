import { useTranslation } from 'react-i18next'
import type { Report, ReportColumn } from '#contract/reports/reports.ts'
import { ColumnChart } from '#web/ui/chart/column-chart.tsx'
import { fullDate, monthName } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { percentOf } from './report-figures.ts'

interface ColumnsFigureProps {
  title: string
  /** Explains the filled and the outlined columns. */
  caption: string
  report: Report
  /** Which figure is written on the columns; `share` is the part in percent of the whole. */
  show: 'share' | 'part' | 'whole'
  /** The headers of the two figures in the table. */
  words: { part: string; whole: string }
  /**
   * For columns other than days, such as levels: the header of their names in the table, and the name of an unnamed
   * one.
   */
  columnLabel?: string
  unnamedLabel?: string
}

/** A chart with a column for each week, month or level, and a table of the same figures. */
export function ColumnsFigure({ title, caption, report, show, words, columnLabel, unnamedLabel }: ColumnsFigureProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { columns } = report
  // the id of a column is the first day of its week or month, or the id of a level
  const isDay = ({ id }: ReportColumn) => /^\d{4}-/.test(id)
  const nameOf = (column: ReportColumn) =>
    isDay(column) ? fullDate(column.id, language) : (column.name ?? unnamedLabel ?? column.id)
  const valueOf = (column: ReportColumn) => {
    if (show !== 'share') return String(column[show])
    const percent = percentOf(column)
    return percent === null ? '' : `${percent}%`
  }
  // months begin on the first of a month; weeks begin on Mondays, and of two successive Mondays at most one is a first
  const monthly = columns.length > 1 && columns.every(({ id }) => id.endsWith('-01'))
  const bars = columns.map((column, k) => ({
    key: column.id,
    part: show === 'whole' ? column.whole : column.part,
    whole: column.whole,
    value: valueOf(column),
    ...labelsUnder(column.id, columns[k - 1]?.id ?? '', k),
  }))
  /**
   * The label is a month or a day, and below it stands the year or the month where that differs from the column before.
   * A level has its number as label; number 0 is the column of those without a level.
   */
  function labelsUnder(id: string, before: string, k: number): { label: string; subLabel?: string } {
    if (!/^\d{4}-/.test(id)) return { label: String(k) }
    const [label, subLabel] = monthly
      ? [monthName(id, language), id.slice(0, 4)]
      : [String(Number(id.slice(8))), monthName(id, language)]
    const sameAsBefore = id.slice(0, monthly ? 4 : 7) === before.slice(0, monthly ? 4 : 7)
    return sameAsBefore ? { label } : { label, subLabel }
  }
  return (
    <figure>
      <figcaption>
        <h2>{title}</h2>
        <p className="small dim">{caption}</p>
      </figcaption>
      <ColumnChart columns={bars} />
      <details>
        <summary>{t('desk.report.asTable')}</summary>
        <div className="scroll">
          <table className="table still" aria-label={title}>
            <thead>
              <tr>
                <th>{columnLabel ?? t('desk.report.column')}</th>
                {show === 'whole' ? null : <th className="r">{words.part}</th>}
                <th className="r">{words.whole}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, k) => (
                <tr key={column.id}>
                  <td>
                    {isDay(column) ? '' : `${k}. `}
                    {nameOf(column)}
                  </td>
                  {show === 'whole' ? null : <td className="r num">{column.part}</td>}
                  <td className="r num">{column.whole}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
