import { useTranslation } from 'react-i18next'
import type { Report, ReportStep } from '#contract/reports/reports.ts'
import { ColumnChart } from '#web/ui/chart/column-chart.tsx'
import { monthName, displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { percentOf } from './report-figures.ts'

interface StepsFigureProps {
  title: string
  /** Explains the filled and the outlined columns. */
  caption: string
  report: Report
  /** Which figure is written on the columns. */
  show: 'share' | 'part' | 'whole'
  /** The headers of the two figures in the table. */
  words: { part: string; whole: string }
  /** For steps other than days, such as levels: the header of their column, and the name of a step that has none. */
  stepLabel?: string
  noName?: string
}

/** A chart with a column for each week, month or level, and a table of the same figures. */
export function StepsFigure({ title, caption, report, show, words, stepLabel, noName }: StepsFigureProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { steps } = report
  const isDay = ({ id }: ReportStep) => /^\d{4}-/.test(id)
  const nameOf = (step: ReportStep) =>
    isDay(step) ? displayDate(step.id, '', language) : (step.name ?? noName ?? step.id)
  const valueOf = (step: ReportStep) => {
    if (show !== 'share') return String(step[show])
    const percent = percentOf(step)
    return percent === null ? '' : `${percent}%`
  }
  const monthly = steps.length > 1 && steps.every(({ id }) => id.endsWith('-01'))
  const columns = steps.map((step, k) => ({
    key: step.id,
    part: show === 'whole' ? step.whole : step.part,
    whole: step.whole,
    value: valueOf(step),
    ...labelsUnder(step.id, steps[k - 1]?.id ?? '', k),
  }))
  /** A month or a day; below it the year or the month, where that differs from the step before. Levels have their number. */
  function labelsUnder(id: string, before: string, k: number): { label: string; more?: string } {
    if (!/^\d{4}-/.test(id)) return { label: String(k) }
    const [label, more] = monthly
      ? [monthName(id, language), id.slice(0, 4)]
      : [String(Number(id.slice(8))), monthName(id, language)]
    const same = id.slice(0, monthly ? 4 : 7) === before.slice(0, monthly ? 4 : 7)
    return same ? { label } : { label, more }
  }
  return (
    <figure>
      <figcaption>
        <h2>{title}</h2>
        <p className="small dim">{caption}</p>
      </figcaption>
      <ColumnChart columns={columns} />
      <details>
        <summary>{t('desk.report.asTable')}</summary>
        <div className="scroll">
          <table className="table still" aria-label={title}>
            <thead>
              <tr>
                <th>{stepLabel ?? t('desk.report.step')}</th>
                {show === 'whole' ? null : <th className="r">{words.part}</th>}
                <th className="r">{words.whole}</th>
              </tr>
            </thead>
            <tbody>
              {steps.map((step, k) => (
                <tr key={step.id}>
                  <td>
                    {isDay(step) ? '' : `${k}. `}
                    {nameOf(step)}
                  </td>
                  {show === 'whole' ? null : <td className="r num">{step.part}</td>}
                  <td className="r num">{step.whole}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
