import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClubReportKind, ReportMember } from '#contract/reports/reports.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { CsvButton } from '#web/desk/list/csv-button.tsx'
import { PageButtons } from '#web/desk/list/page-buttons.tsx'
import { percentText } from '#domain/reports/percent-of.ts'
import { SideHead, SideSheet } from '#web/desk/side-sheet.tsx'
import { useLastPage } from '#web/desk/list/use-last-page.ts'
import { useList } from '#web/desk/list/use-list.ts'
import type { ReportFilters } from '#web/desk/report/report-address.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { listed } from '#web/shell/i18n/isolated.ts'
import { membersKey } from '../club-data.ts'

const PAGE_SIZE = 25

interface CountedMembersProps {
  kind: ClubReportKind
  /** The id of the row; undefined for the members of all rows. */
  row: string | undefined
  title: string
  filters: ReportFilters
  page: number
  onPage: (page: number) => void
  onClose: () => void
}

/** The members whom a report's figure counts, beside the report. Each name is a link to the member. */
export function CountedMembers({ kind, row, title, filters, page, onPage, onClose }: CountedMembersProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const contributionText = useContributionText(kind)
  const query = { ...filters, row }
  const answer = useList([...membersKey, 'report'], `/reports/${kind}/members`, {
    ...query,
    page: String(page),
    per_page: String(PAGE_SIZE),
  })
  useLastPage({ page, size: PAGE_SIZE }, answer.data, (lastPage) => onPage(Number(lastPage)))
  const firstIndex = page * PAGE_SIZE
  return (
    <SideSheet
      id={row ?? ''}
      answer={answer}
      nameOf={() => title}
      title={title}
      notFoundText={t('desk.report.noRow')}
      onClose={onClose}
    >
      {({ rows, total }) => (
        <>
          <SideHead name={title} facts={[t(`club.report.behind.${kind}`), String(total)]} onClose={onClose}>
            <CsvButton
              load={() => api.file(`/reports/${kind}/members/file`, query)}
              name={`${kind}-members`}
              disabled={total === 0}
            />
          </SideHead>
          <div className="parts scroll">
            {total === 0 ? <p className="dim">{t('club.report.nobody')}</p> : null}
            <ul className="behind">
              {rows.map((member) => (
                <li key={member.uuid}>
                  <Link to={`/members?member=${member.uuid}`}>
                    {member.firstname} {member.lastname}
                  </Link>
                  <span className="nowrap">{contributionText(member)}</span>
                  <span className="small dim">{listed(member.groups)}</span>
                </li>
              ))}
            </ul>
          </div>
          {total <= PAGE_SIZE ? null : (
            <div className="pager">
              <span aria-live="polite">
                {t('desk.range', { first: firstIndex + 1, last: Math.min(total, firstIndex + PAGE_SIZE), total })}
              </span>
              <PageButtons page={page} isLast={firstIndex + PAGE_SIZE >= total} onPage={onPage} />
            </div>
          )}
        </>
      )}
    </SideSheet>
  )
}

/**
 * Returns a function that writes what a member contributes to the report's figure; '' for a report that only counts
 * members.
 */
function useContributionText(kind: ClubReportKind): (member: ReportMember) => string {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const day = ({ last }: ReportMember) => (last === null ? t('club.report.never') : fullDate(last, language))
  switch (kind) {
    case 'attendance':
      return (member) => `${member.part} / ${member.whole} · ${percentText(member)}`
    case 'percentage':
      return percentText
    case 'awards':
    case 'coaches':
      return (member) => `${member.part} · ${day(member)}`
    case 'unassessed':
      return day
    case 'levels':
    case 'ready':
      return () => ''
  }
}
