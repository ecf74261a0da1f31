import { useTranslation } from 'react-i18next'
import type { ClubReportKind, Report, ReportRow } from '#contract/reports/reports.ts'
import { percentText, type Share } from '#domain/reports/percent-of.ts'
import { monthDay } from '#web/shell/i18n/dates.ts'
import { numberText } from '#web/shell/i18n/numbers.ts'
import {
  aboutColumn,
  lastColumn,
  nameColumn,
  numberColumn,
  shareColumn,
  trendColumn,
} from '#web/desk/report/report-columns.tsx'
import { highestParts, largestPart, lowestShares } from '#web/desk/report/report-figures.ts'
import type { ReportView } from '#web/desk/report/report-page.tsx'
import { ColumnsFigure } from '#web/desk/report/columns-figure.tsx'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { BarList } from '#web/ui/chart/bar-list.tsx'

export const KINDS = ['attendance', 'percentage', 'levels', 'awards', 'unassessed', 'ready', 'coaches'] as const

/** The texts and figures of which the reports are made. */
function useParts() {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const text = (key: string, values: Record<string, unknown> = {}) => t(`club.report.${key}`, values)
  // `none` is the row of the members without a level, to which the server gives no name
  const nameOf = ({ id, name }: ReportRow) => (id === 'none' ? text('noLevel') : name)
  const partText = ({ part }: ReportRow) => numberText(part)
  const named = (kind: ClubReportKind) => ({ kind, label: text(`tab.${kind}`), counts: text(`counts.${kind}`) })
  /** A sentence about children, each counted once. */
  const ofChildren = (kind: ClubReportKind, { part, whole }: Share) =>
    text(`say.${kind}`, { part: numberText(part), count: whole })
  const chartOverTime = (report: Report, kind: ClubReportKind, show: 'share' | 'part') => (
    <ColumnsFigure
      title={text('overTime')}
      caption={text(`caption.${kind}`)}
      report={report}
      show={show}
      words={{ part: text(`part.${kind}`), whole: text(`whole.${kind}`) }}
    />
  )
  /** A list of bars. A bar is as long as the row's part of `whole`; without it, of the row's own whole. */
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
  return { text, language, nameOf, partText, named, ofChildren, chartOverTime, bars }
}

/** The reports of a club, in the order of their tabs. */
export function useClubReports(): readonly ReportView[] {
  const { text, language, nameOf, partText, named, ofChildren, chartOverTime, bars } = useParts()
  const share = percentText
  return [
    {
      ...named('attendance'),
      hasPeriod: true,
      needsScheme: false,
      summary: (report) => {
        const [lowestGroup] = lowestShares(report, 1)
        return `${text('say.attendance', { share: share(report) })} ${
          lowestGroup && report.all_rows.count > 1
            ? text('lowest', { name: lowestGroup.name, share: share(lowestGroup) })
            : ''
        }`
      },
      figures: (report) => (
        <>
          {chartOverTime(report, 'attendance', 'share')}
          {bars(text('lowestFive'), lowestShares(report), share)}
        </>
      ),
      columns: () => [
        nameColumn(text('group')),
        aboutColumn(text('coaches')),
        numberColumn(text('sessions'), ({ days }) => days, { minor: true }),
        numberColumn(text('whole.attendance'), ({ whole }) => whole, { minor: true }),
        numberColumn(text('part.attendance'), ({ part }) => part),
        shareColumn(text('share')),
        trendColumn(text('trend'), 'shares'),
      ],
    },
    {
      ...named('percentage'),
      hasPeriod: false,
      needsScheme: true,
      summary: (report) => text('say.percentage', { share: share(report) }),
      figures: (report) => bars(text('lowestParts'), lowestShares(report, 8), share),
      columns: () => [
        nameColumn(text('node')),
        // this report adds up percentages, so `whole` is 100 for each learner
        numberColumn(text('learners'), ({ whole }) => whole / 100),
        shareColumn(text('mean')),
      ],
    },
    {
      ...named('levels'),
      hasPeriod: true,
      needsScheme: true,
      summary: (report) => {
        const withoutLevel = report.rows.find(({ id }) => id === 'none')?.part ?? 0
        return ofChildren('levels', { part: report.whole - withoutLevel, whole: report.whole })
      },
      figures: (report) => bars(text('whereNow'), report.rows, partText, largestPart(report)),
      columns: (report) => [
        nameColumn(text('level'), nameOf),
        ...report.columns.map(({ id }, index) => {
          const label = index === report.columns.length - 1 ? text('now') : monthDay(id, language)
          return numberColumn(label, ({ parts }) => parts[index] ?? 0, {
            minor: index > 0 && index < report.columns.length - 1,
          })
        }),
        trendColumn(text('trend'), 'parts'),
      ],
    },
    {
      ...named('awards'),
      hasPeriod: true,
      needsScheme: false,
      summary: (report) => text('say.awards', { part: report.part, whole: report.whole, count: report.whole }),
      figures: (report) => (
        <>
          {chartOverTime(report, 'awards', 'part')}
          {bars(text('toOrder'), highestParts(report, 8), partText, largestPart(report))}
        </>
      ),
      columns: () => [
        nameColumn(text('level')),
        aboutColumn(text('scheme')),
        numberColumn(text('whole.awards'), ({ whole }) => whole),
        numberColumn(text('part.awards'), ({ part }) => part),
        lastColumn(text('lastPass'), language),
      ],
    },
    {
      ...named('unassessed'),
      hasPeriod: false,
      needsScheme: false,
      summary: (report) => ofChildren('unassessed', report.children ?? report),
      figures: (report) => bars(text('mostGroups'), highestParts(report, 8), partText, largestPart(report)),
      columns: () => [
        nameColumn(text('group')),
        aboutColumn(text('coaches')),
        numberColumn(text('inGroup'), ({ whole }) => whole),
        numberColumn(text('part.unassessed'), ({ part }) => part),
        lastColumn(text('lastMark'), language),
      ],
    },
    {
      ...named('ready'),
      hasPeriod: false,
      needsScheme: false,
      summary: (report) => ofChildren('ready', report.children ?? report),
      figures: (report) => bars(text('byLevel'), highestParts(report, 8), partText, largestPart(report)),
      columns: () => [
        nameColumn(text('level')),
        aboutColumn(text('scheme')),
        numberColumn(text('whole.ready'), ({ whole }) => whole),
        numberColumn(text('part.ready'), ({ part }) => part),
      ],
    },
    {
      ...named('coaches'),
      hasPeriod: true,
      needsScheme: false,
      summary: (report) => text('say.coaches', { part: report.part, rest: report.whole - report.part }),
      figures: (report) => (
        <>
          {chartOverTime(report, 'coaches', 'part')}
          {bars(text('mostMarks'), highestParts(report), partText, largestPart(report))}
        </>
      ),
      columns: () => [
        nameColumn(text('coach')),
        numberColumn(text('part.coaches'), ({ part }) => part),
        numberColumn(text('entries'), ({ part, whole }) => whole - part, { minor: true }),
        numberColumn(text('days'), ({ days }) => days, { minor: true }),
        lastColumn(text('lastDay'), language),
        trendColumn(text('trend'), 'parts'),
      ],
    },
  ]
}
