import { useTranslation } from 'react-i18next'
import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { monthDay } from '#web/shell/i18n/dates.ts'
import {
  aboutColumn,
  lastColumn,
  nameColumn,
  numberColumn,
  shareColumn,
  trendColumn,
} from '#web/desk/report/report-columns.tsx'
import { highest, lowest, percentOf } from '#web/desk/report/report-figures.ts'
import type { ReportView } from '#web/desk/report/report-page.tsx'
import { StepsFigure } from '#web/desk/report/steps-figure.tsx'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { BarList } from '#web/ui/chart/bar-list.tsx'

export const KINDS = ['attendance', 'percentage', 'levels', 'awards', 'unassessed', 'ready', 'coaches'] as const

/** The reports of a club, in the order of their tabs. */
export function useClubReports(): readonly ReportView[] {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const r = (key: string, values: Record<string, unknown> = {}) => t(`club.report.${key}`, values)
  const nameOf = ({ id, name }: ReportRow) => (id === 'none' ? r('noLevel') : name)
  const share = (row: { part: number; whole: number }) => `${percentOf(row) ?? 0}%`
  const ofWhole = ({ part, whole }: { part: number; whole: number }) => `${part} / ${whole}`
  const steps = (report: Report, kind: 'attendance' | 'awards' | 'coaches', show: 'share' | 'part') => (
    <StepsFigure
      title={r('overTime')}
      caption={r(`caption.${kind}`)}
      report={report}
      show={show}
      words={{ part: r(`part.${kind}`), whole: r(`whole.${kind}`) }}
    />
  )
  const bars = (title: string, rows: readonly ReportRow[], value: (row: ReportRow) => string, whole?: number) =>
    rows.length === 0 ? null : (
      <section>
        <h2>{title}</h2>
        <BarList
          bars={rows.map((row) => ({
            key: row.id,
            name: nameOf(row),
            part: row.part,
            whole: whole ?? row.whole,
            value: value(row),
          }))}
        />
      </section>
    )
  const most = (report: Report) => Math.max(1, ...report.rows.map(({ part }) => part))
  return [
    {
      kind: 'attendance',
      label: r('tab.attendance'),
      looksBack: true,
      ofScheme: false,
      say: (report) => {
        const [low] = lowest(report, 1)
        return `${r('say.attendance', { share: share(report) })} ${
          low && report.rows.length > 1 ? r('lowest', { name: low.name, share: share(low) }) : ''
        }`
      },
      figures: (report) => (
        <>
          {steps(report, 'attendance', 'share')}
          {bars(r('lowestFive'), lowest(report), share)}
        </>
      ),
      columns: () => [
        nameColumn(r('group')),
        aboutColumn(r('coaches')),
        numberColumn(r('sessions'), ({ days }) => days, true),
        numberColumn(r('whole.attendance'), ({ whole }) => whole, true),
        numberColumn(r('part.attendance'), ({ part }) => part),
        shareColumn(r('share')),
        trendColumn(r('trend'), 'shares'),
      ],
    },
    {
      kind: 'percentage',
      label: r('tab.percentage'),
      looksBack: false,
      ofScheme: true,
      say: (report) => r('say.percentage', { share: share(report) }),
      figures: (report) => bars(r('lowestParts'), lowest(report, 8), share),
      columns: () => [
        nameColumn(r('node')),
        numberColumn(r('learners'), ({ whole }) => whole / 100),
        shareColumn(r('mean')),
      ],
    },
    {
      kind: 'levels',
      label: r('tab.levels'),
      looksBack: true,
      ofScheme: true,
      say: (report) => {
        const none = report.rows.find(({ id }) => id === 'none')?.part ?? 0
        return r('say.levels', { part: report.whole - none, whole: report.whole })
      },
      figures: (report) => bars(r('whereNow'), report.rows, ({ part }) => String(part), most(report)),
      columns: (report) => [
        nameColumn(r('level'), nameOf),
        ...report.steps.map(({ id }, k) => {
          const label = k === report.steps.length - 1 ? r('now') : monthDay(id, language)
          return numberColumn(label, ({ parts }) => parts[k] ?? 0, k > 0 && k < report.steps.length - 1)
        }),
        trendColumn(r('trend'), 'parts'),
      ],
    },
    {
      kind: 'awards',
      label: r('tab.awards'),
      looksBack: true,
      ofScheme: false,
      say: (report) => r('say.awards', { part: report.part, whole: report.whole }),
      figures: (report) => (
        <>
          {steps(report, 'awards', 'part')}
          {bars(r('toOrder'), highest(report, 8), ofWhole)}
        </>
      ),
      columns: () => [
        nameColumn(r('level')),
        aboutColumn(r('scheme')),
        numberColumn(r('whole.awards'), ({ whole }) => whole),
        numberColumn(r('part.awards'), ({ part }) => part),
        lastColumn(r('lastPass'), language),
      ],
    },
    {
      kind: 'unassessed',
      label: r('tab.unassessed'),
      looksBack: false,
      ofScheme: false,
      say: (report) => r('say.unassessed', { part: report.part, whole: report.whole }),
      figures: (report) => bars(r('mostGroups'), highest(report, 8), ofWhole),
      columns: () => [
        nameColumn(r('group')),
        aboutColumn(r('coaches')),
        numberColumn(r('inGroup'), ({ whole }) => whole),
        numberColumn(r('part.unassessed'), ({ part }) => part),
        lastColumn(r('lastMark'), language),
      ],
    },
    {
      kind: 'ready',
      label: r('tab.ready'),
      looksBack: false,
      ofScheme: false,
      say: (report) => r('say.ready', { part: report.part, whole: report.whole }),
      figures: (report) => bars(r('byLevel'), highest(report, 8), ofWhole),
      columns: () => [
        nameColumn(r('level')),
        aboutColumn(r('scheme')),
        numberColumn(r('whole.ready'), ({ whole }) => whole),
        numberColumn(r('part.ready'), ({ part }) => part),
      ],
    },
    {
      kind: 'coaches',
      label: r('tab.coaches'),
      looksBack: true,
      ofScheme: false,
      say: (report) => r('say.coaches', { part: report.part, rest: report.whole - report.part }),
      figures: (report) => (
        <>
          {steps(report, 'coaches', 'part')}
          {bars(r('mostMarks'), highest(report), ({ part }) => String(part), most(report))}
        </>
      ),
      columns: () => [
        nameColumn(r('coach')),
        numberColumn(r('part.coaches'), ({ part }) => part),
        numberColumn(r('entries'), ({ part, whole }) => whole - part, true),
        numberColumn(r('days'), ({ days }) => days, true),
        lastColumn(r('lastDay'), language),
        trendColumn(r('trend'), 'parts'),
      ],
    },
  ]
}
