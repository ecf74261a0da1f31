import { useTranslation } from 'react-i18next'
import type { Report, ReportColumn } from '#contract/reports/reports.ts'
import { ColumnChart } from '#web/ui/chart/column-chart.tsx'
import { fullDate, monthName } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { percentOf } from '#domain/reports/percent-of.ts'

interface ColumnsFigureProps {
  title: string
  /** Explains the filled and the outlined columns. */
  caption: string
  report: Report
  /** Which figure is written on each column; `share` is the part in percent of the whole. */
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
  // the id of a column is a day, such as the first of its week or month, or the id of a level
  const isDay = ({ id }: ReportColumn) => /^\d{4}-/.test(id)
  const nameOf = (column: ReportColumn) =>
    isDay(column) ? fullDate(column.id, language) : (column.name ?? unnamedLabel ?? column.id)
  const valueOf = (column: ReportColumn) => {
    if (show !== 'share') return String(column[show])
    const percent = percentOf(column)
    return percent === null ? '' : `${percent}%`
  }
  // months begin on the first of a month; weeks begin on Mondays, and of two successive Mondays at most one is a first
  const isMonthly = columns.length > 1 && columns.every(({ id }) => id.endsWith('-01'))
  const bars = columns.map((column, index) => ({
    key: column.id,
    part: show === 'whole' ? column.whole : column.part,
    whole: column.whole,
    value: valueOf(column),
    ...labelsUnder(column.id, columns[index - 1]?.id ?? '', index),
  }))
  /**
   * The texts under a column. They are a month with its year, or a day with its month; the year or month is left out
   * where it is that of the column before. The columns of levels are numbered; 0 is the column of those without a level.
   */
  function labelsUnder(id: string, idBefore: string, index: number): { label: string; subLabel?: string } {
    if (!/^\d{4}-/.test(id)) return { label: String(index) }
    const [label, subLabel] = isMonthly
      ? [monthName(id, language), id.slice(0, 4)]
      : [String(Number(id.slice(8))), monthName(id, language)]
    // a day is YYYY-MM-DD, so 4 characters are its year and 7 its month
    const sameAsBefore = id.slice(0, isMonthly ? 4 : 7) === idBefore.slice(0, isMonthly ? 4 : 7)
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
              {columns.map((column, index) => (
                <tr key={column.id}>
                  <td>
                    {isDay(column) ? '' : `${index}. `}
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
