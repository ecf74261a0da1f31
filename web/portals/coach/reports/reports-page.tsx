import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClubReportKind, Report, ReportRow } from '#contract/reports/reports.ts'
import { percentText } from '#domain/reports/percent-of.ts'
import { PERIOD_MONTHS } from '#domain/reports/report-period.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { BarList } from '#web/ui/chart/bar-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from '../page-title.tsx'
import { useCoach, useSnapshot } from '../use-coach.ts'
import './reports.css'

/** The reports for coaches: those of the club, but not the one about the work of each coach. */
const KINDS = [
  'attendance',
  'percentage',
  'levels',
  'awards',
  'unassessed',
  'ready',
] as const satisfies ClubReportKind[]
type Kind = (typeof KINDS)[number]
type Months = (typeof PERIOD_MONTHS)[number]
/** The reports of a period; the others are about today. */
const OF_PERIOD: readonly Kind[] = ['attendance', 'awards', 'levels']

/** Reports about the groups that the coach leads. The server adds them up, so they need a network. */
export function ReportsPage() {
  const { t } = useTranslation()
  const { online } = useConnection()
  const { groups } = useSnapshot()
  const [kind, setKind] = useState<Kind>('attendance')
  const [months, setMonths] = useState<Months>('3')
  const [group, setGroup] = useState('')
  const report = useReport(kind, { months: OF_PERIOD.includes(kind) ? months : undefined, group: group || undefined })
  const ownGroups = groups
    .filter(({ imported, covering }) => !imported && covering === undefined)
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const groupName = ownGroups.find(({ id }) => id === group)?.name ?? t('coach.reports.allGroups')
  return (
    <Page title={t('coach.reports.title')} className="coach-reports">
      <PageTitle title={t('coach.reports.title')} sub={`${t(`coach.reports.kind.${kind}`)} · ${groupName}`} />
      <Card className="in filters">
        <Field label={t('coach.reports.report')}>
          {(control) => (
            <Select {...control} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
              {KINDS.map((name) => (
                <option key={name} value={name}>
                  {t(`coach.reports.kind.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('coach.reports.group')}>
          {(control) => (
            <Select {...control} value={group} onChange={({ target }) => setGroup(target.value)}>
              <option value="">{t('coach.reports.allGroups')}</option>
              {ownGroups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {OF_PERIOD.includes(kind) ? (
          <Field label={t('coach.reports.period')}>
            {(control) => (
              <Select {...control} value={months} onChange={({ target }) => setMonths(target.value as Months)}>
                {PERIOD_MONTHS.map((count) => (
                  <option key={count} value={count}>
                    {t('coach.reports.months', { count: Number(count) })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
      </Card>
      {report.data ? (
        <ReportCard kind={kind} report={report.data} />
      ) : !online || report.isError ? (
        <Alert kind="bad">
          <p>{t(online ? 'coach.reports.failed' : 'coach.reports.offline')}</p>
        </Alert>
      ) : (
        <>
          <output className="sr">{t('coach.loading')}</output>
          <Skeleton height="20rem" />
        </>
      )}
    </Page>
  )
}

function useReport(kind: Kind, filters: { months: Months | undefined; group: string | undefined }) {
  const { api } = useShell()
  const { club } = useCoach()
  const { online } = useConnection()
  return useQuery({
    queryKey: ['reports', club.id, kind, filters],
    queryFn: ({ signal }) => api.get(`/reports/${kind}`, { query: filters, signal }),
    enabled: online,
    retry: false,
  })
}

function ReportCard({ kind, report }: { kind: Kind; report: Report }) {
  const { t } = useTranslation()
  const rows = report.rows.filter(({ whole }) => whole > 0)
  const nameOf = ({ id, name }: ReportRow) => (kind === 'levels' && id === 'none' ? t('coach.reports.noLevel') : name)
  const isShare = kind === 'attendance' || kind === 'percentage'
  const valueOf = (row: ReportRow) =>
    isShare ? percentText(row) : kind === 'levels' ? String(row.part) : `${row.part} / ${row.whole}`
  const passed = report.part - (rows.find(({ id }) => kind === 'levels' && id === 'none')?.part ?? 0)
  if (rows.length === 0) return <Empty title={t('coach.reports.none')}>{t('coach.reports.noneHow')}</Empty>
  return (
    <Card className="in stack" aria-labelledby="report-title">
      <h2 id="report-title" className="h3">
        {t(`coach.reports.kind.${kind}`)}
      </h2>
      <p>
        {t(`coach.reports.summary.${kind}`, {
          share: percentText(report),
          part: kind === 'levels' ? passed : report.part,
          whole: report.whole,
          count: report.whole,
        })}
      </p>
      <BarList
        bars={rows.map((row) => ({
          key: row.id,
          name: (
            <>
              {nameOf(row)} {row.about === null ? null : <span className="dim">{row.about}</span>}
            </>
          ),
          part: row.part,
          // of the levels, a bar is the share of all members
          whole: kind === 'levels' ? report.whole : row.whole,
          value: valueOf(row),
        }))}
      />
    </Card>
  )
}
