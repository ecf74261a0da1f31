import { useTranslation } from 'react-i18next'
import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { ClubSelect } from '#web/desk/clubs/club-select.tsx'
import { lastColumn, nameColumn, numberColumn, shareColumn, trendColumn } from '#web/desk/report/report-columns.tsx'
import { percentText, type Share } from '#domain/reports/percent-of.ts'
import { highestParts, largestPart, lowestShares } from '#web/desk/report/report-figures.ts'
import { useReportAddress } from '#web/desk/report/report-address.ts'
import { ReportPage, type ReportView } from '#web/desk/report/report-page.tsx'
import { ColumnsFigure } from '#web/desk/report/columns-figure.tsx'
import { numberText } from '#web/shell/i18n/numbers.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { BarList } from '#web/ui/chart/bar-list.tsx'

const REPORT_KINDS = ['levels', 'attendance', 'awards', 'adoption'] as const
type ReportKind = (typeof REPORT_KINDS)[number]

/** Reports over all clubs of the client; the row of a club links to the same report of that club alone [1.5], [2.16]. */
export function ReportsPage() {
  const { t } = useTranslation()
  const address = useReportAddress(REPORT_KINDS, 'club')
  return (
    <ReportPage
      title={t('author.report.title')}
      path="/client-reports"
      address={address}
      views={useClientReports()}
      filter={
        <ClubSelect
          label={t('author.report.club')}
          value={address.filters.club ?? ''}
          none={t('author.report.allClubs')}
          onChange={(club) => address.change({ club, row: '', search: '' })}
        />
      }
      rowLink={(club) => address.link({ club, search: '' })}
    />
  )
}

/** The views of the reports. What a report counts as part and as whole is named by its texts `part.…` and `whole.…`. */
function useClientReports(): readonly ReportView[] {
  const { t } = useTranslation()
  const language = useWordLanguage()
  /** The text of a key below `author.report`. */
  const word = (key: string, values: Record<string, unknown> = {}) => t(`author.report.${key}`, values)
  const partAndWholeText = ({ part, whole }: Share) => `${part} / ${whole}`
  /**
   * The charts of a report: a column for each week, month or level, and a bar for each of the clubs that stand out.
   * `show` is the figure that is written on the columns, `valueText` the text on a bar.
   */
  const figures = (
    report: Report,
    kind: ReportKind,
    show: 'share' | 'part' | 'whole',
    clubs: readonly ReportRow[],
    valueText: (row: ReportRow) => string,
  ) => (
    <>
      <ColumnsFigure
        title={word(`chart.${kind}`)}
        caption={word(`caption.${kind}`)}
        report={report}
        show={show}
        words={{ part: word(`part.${kind}`), whole: word(`whole.${kind}`) }}
        {...(kind === 'levels' ? { columnLabel: word('level'), unnamedLabel: word('noLevel') } : {})}
      />
      {clubs.length < 2 ? null : (
        <section>
          <h2>{word(`bars.${kind}`)}</h2>
          <BarList
            bars={clubs.map((row) => ({
              key: row.id,
              name: row.name,
              part: row.part,
              // a count is as long as it is large, a share as it is of the club's own whole
              whole: kind === 'awards' ? largestPart(report) : row.whole,
              value: valueText(row),
            }))}
          />
        </section>
      )}
    </>
  )
  /** The columns that all reports share. */
  const sharedColumns = (kind: ReportKind) => [
    nameColumn(word('club')),
    numberColumn(word(`whole.${kind}`), ({ whole }) => whole, { minor: true }),
    numberColumn(word(`part.${kind}`), ({ part }) => part),
  ]
  /** The settings that all reports share. */
  const sharedView = (kind: ReportKind) => ({
    kind,
    label: word(`tab.${kind}`),
    counts: word(`counts.${kind}`),
    hasPeriod: kind !== 'levels',
    needsScheme: kind === 'levels',
  })
  return [
    {
      ...sharedView('levels'),
      summary: ({ part, whole }) => word('say.levels', { part, count: whole }),
      figures: (report) => figures(report, 'levels', 'whole', lowestShares(report), percentText),
      columns: (report) => [
        ...sharedColumns('levels'),
        shareColumn(word('share')),
        ...report.columns.map(({ name }, index) =>
          numberColumn(name ?? word('noLevel'), ({ wholes }) => wholes[index] ?? 0, { minor: true }),
        ),
      ],
    },
    {
      ...sharedView('attendance'),
      summary: (report) => {
        const [lowestRow] = lowestShares(report, 1)
        const lowestText =
          lowestRow && report.all_rows.count > 1
            ? word('lowest', { name: lowestRow.name, share: percentText(lowestRow) })
            : ''
        return `${word('say.attendance', { share: percentText(report) })} ${lowestText}`
      },
      figures: (report) => figures(report, 'attendance', 'share', lowestShares(report), percentText),
      columns: () => [...sharedColumns('attendance'), shareColumn(word('share')), trendColumn(word('trend'), 'shares')],
    },
    {
      ...sharedView('awards'),
      summary: ({ part, whole }) => word('say.awards', { part, whole }),
      figures: (report) => figures(report, 'awards', 'part', highestParts(report), ({ part }) => numberText(part)),
      columns: () => [...sharedColumns('awards'), lastColumn(word('lastPass'), language)],
    },
    {
      ...sharedView('adoption'),
      summary: (report) =>
        word('say.adoption', {
          clubs: report.all_rows.counted,
          all: report.all_rows.count,
          part: report.part,
          whole: report.whole,
        }),
      figures: (report) => figures(report, 'adoption', 'part', lowestShares(report), partAndWholeText),
      columns: () => [
        ...sharedColumns('adoption'),
        shareColumn(word('share')),
        lastColumn(word('lastActive'), language),
        trendColumn(word('trend'), 'parts'),
      ],
    },
  ]
}
