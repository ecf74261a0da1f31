import './report.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report, ReportRow } from '#contract/reports/reports.ts'
import { isMissing } from '#web/api/api-error.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useSchemeList } from '#web/desk/use-scheme-list.ts'
import { CsvButton } from '#web/desk/list/csv-button.tsx'
import { PrintButton } from '#web/desk/list/print-button.tsx'
import { ListPager } from '#web/desk/list/list-pager.tsx'
import { ListSearch } from '#web/desk/list/list-search.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { LONGEST_PERIOD, PERIOD_MONTHS } from '#domain/reports/report-period.ts'
import { ROWS_PAGE, type ReportAddress } from './report-address.ts'
import { MANY_ROWS } from './report-figures.ts'
import { ReportRows } from './report-rows.tsx'
import { CHECKED_FILTERS, UnknownFilter } from './unknown-filter.tsx'
import { useRowsPage } from './use-rows-page.ts'

/** One of a portal's reports: its name and how its figures are shown. */
export interface ReportView {
  kind: string
  label: string
  /** Whether the report covers a period; other reports show the present state. */
  hasPeriod: boolean
  /** Whether the report is always about one scheme; if none is chosen, the server takes one. */
  needsScheme: boolean
  /** Whom or what the report counts, how often, and who is left out. */
  counts: string
  /** The result as a sentence, shown first. */
  summary: (report: Report) => ReactNode
  /** Charts, shown beside one another where there is room. */
  figures: (report: Report) => ReactNode
  columns: (report: Report) => readonly Column<ReportRow>[]
}

/** The months of a report whose URL names none; the server uses the same. */
const DEFAULT_MONTHS: (typeof PERIOD_MONTHS)[number] = '3'

interface ReportPageProps {
  title: string
  /** The path of the reports in the API. */
  path: '/reports' | '/client-reports'
  address: ReportAddress
  views: readonly ReportView[]
  /** The portal's own filter, such as the one by group. */
  filter: ReactNode
  /** The link of a row. */
  rowLink: (id: string) => string
  /** A link to the members of all rows. */
  members?: ReactNode
  /** The members of a row, shown beside the report. */
  panel?: (report: Report) => ReactNode
}

/** The page of a portal's reports: filters, one sentence, charts and a table, with download and printing. */
export function ReportPage({ title, path, address, views, filter, rowLink, members, panel }: ReportPageProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { api } = useShell()
  const { kind, filters } = address
  const view = views.find((each) => each.kind === kind)
  const answer = useQuery({
    queryKey: ['report', path, kind, filters],
    queryFn: ({ signal }) => api.get(`${path}/${kind}`, { query: { ...filters, per_page: String(MANY_ROWS) }, signal }),
    // the last figures stay while a filter changes, but not when another report (`queryKey[2]`) is opened
    placeholderData: (lastReport, query) => (query?.queryKey[2] === kind ? lastReport : undefined),
  })
  const report = answer.data
  // an old link may filter by something that does not exist any more
  const { error } = answer
  const unknownFilter = isMissing(error) ? CHECKED_FILTERS.find((name) => name === error.field) : undefined
  const shown = useRowsPage(path, address, report)
  if (!view) return null
  const isFiltered = CHECKED_FILTERS.some((name) => filters[name] !== undefined)
  return (
    <Page title={title}>
      <header className="head">
        <h1>{title}</h1>
        <span className="end split">
          <CsvButton
            load={() => api.file(`${path}/${kind}/file`, filters)}
            name={kind}
            disabled={unknownFilter !== undefined || report?.all_rows.count === 0}
          />
          <PrintButton />
        </span>
      </header>
      <ViewTabs
        views={views.map((each) => ({
          label: each.label,
          to: address.link({ report: each.kind, row: '', [ROWS_PAGE]: '' }),
          current: each.kind === kind,
        }))}
      />
      <div className="work">
        <div className="list">
          <Filters
            address={address}
            view={view}
            filter={filter}
            scheme={report?.scheme ?? undefined}
            paged={shown.isPaged}
          />
          <div className="scroll grow report" aria-busy={answer.isPending || shown.isPending}>
            {unknownFilter !== undefined ? (
              <UnknownFilter filter={unknownFilter} onRemove={() => address.change({ [unknownFilter]: '' })} />
            ) : isFailing(answer) || shown.isFailing ? (
              <NotLoaded onRetry={isFailing(answer) ? answer.refetch : shown.refetch} />
            ) : null}
            {answer.isPending ? <Skeleton width="auto" height="22rem" /> : null}
            {report ? (
              <>
                <p className="on-paper-only">
                  {view.label} · {fullDate(report.from, language)} – {fullDate(report.to, language)}
                </p>
                {report.whole === 0 ? (
                  <Empty title={t('desk.report.none')}>
                    {t('desk.report.noneText')}
                    {view.hasPeriod && filters['months'] !== LONGEST_PERIOD ? ` ${t('desk.report.noneYet')}` : null}
                    {isFiltered ? ` ${t('desk.report.noneHere')}` : null}
                  </Empty>
                ) : (
                  <>
                    <p className="say">{view.summary(report)}</p>
                    <p className="mid counts">{view.counts}</p>
                    {members}
                    <div className="figures">{view.figures(report)}</div>
                  </>
                )}
                {report.all_rows.count === 0 ? null : (
                  <ReportRows
                    label={view.label}
                    rows={shown.rows}
                    columns={view.columns(report)}
                    open={address.open}
                    rowLink={rowLink}
                  />
                )}
              </>
            ) : null}
          </div>
          {shown.isPaged ? (
            <ListPager
              page={shown.page}
              size={address.size}
              total={shown.total}
              onPage={(page) => address.change({ [ROWS_PAGE]: page === 0 ? '' : String(page) })}
              onSize={(newSize) => address.change({ per_page: String(newSize), [ROWS_PAGE]: '' })}
            />
          ) : null}
        </div>
        {report && panel?.({ ...report, rows: [...shown.rows] })}
      </div>
    </Page>
  )
}

interface FiltersProps {
  address: ReportAddress
  view: ReportView
  filter: ReactNode
  /** The scheme that the server has chosen when the filter is not set. */
  scheme: string | undefined
  /** Whether the table has a search and pages. */
  paged: boolean
}

function Filters({ address, view, filter, scheme, paged }: FiltersProps) {
  const { t } = useTranslation()
  const { filters, change } = address
  const schemes = useSchemeList()
  return (
    <div className="tools">
      {paged ? (
        <ListSearch
          label={t('desk.report.search')}
          rule="special"
          value={address.search}
          onSearch={(search) => change({ search, [ROWS_PAGE]: '' })}
        />
      ) : null}
      {view.hasPeriod ? (
        <Select
          aria-label={t('desk.report.period')}
          value={filters['months'] ?? DEFAULT_MONTHS}
          onChange={(event) => change({ months: event.target.value === DEFAULT_MONTHS ? '' : event.target.value })}
        >
          {PERIOD_MONTHS.map((months) => (
            <option key={months} value={months}>
              {t(`desk.report.months.${months}`)}
            </option>
          ))}
        </Select>
      ) : null}
      {filter}
      <Select
        aria-label={t('desk.report.scheme')}
        value={filters['scheme'] ?? (view.needsScheme ? (scheme ?? '') : '')}
        onChange={(event) => change({ scheme: event.target.value, row: '' })}
      >
        {view.needsScheme && scheme !== undefined ? null : <option value="">{t('desk.report.allSchemes')}</option>}
        {(schemes.data ?? []).map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}
