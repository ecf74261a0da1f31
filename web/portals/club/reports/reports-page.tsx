import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { useReportAddress } from '#web/desk/report/report-address.ts'
import { ReportPage } from '#web/desk/report/report-page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useGroupChoices } from '../club-data.ts'
import { CountedMembers } from './counted-members.tsx'
import { KINDS, useClubReports } from './report-views.tsx'

/** The id of the row for members without a level, to which the server gives no name. */
const NONE = 'none'
/** The id in the URL that opens the members of all rows. */
const EVERYBODY = 'all'

/** The reports of the club, with the members whom each figure counts [2.14], [9.18]. */
export function ReportsPage() {
  const { t } = useTranslation()
  const address = useReportAddress(KINDS, 'group')
  const views = useClubReports()
  const groups = useGroupChoices().data?.rows ?? []
  const { kind, open, filters } = address
  return (
    <ReportPage
      title={t('club.report.title')}
      path="/reports"
      address={address}
      views={views}
      filter={
        groups.length === 0 ? null : (
          <FilterSelect
            label={t('club.members.byGroup')}
            value={filters.group ?? ''}
            all={t('club.members.allGroups')}
            choices={groups.map(({ id, name }) => [id, name])}
            onChange={(group) => address.change({ group, row: '' })}
          />
        )
      }
      rowLink={address.openLink}
      members={
        <Link className="btn" to={address.openLink(EVERYBODY)}>
          <Icon icon={Users} />
          {t('club.report.members')}
        </Link>
      }
      panel={(report) =>
        open === null ? null : (
          <CountedMembers
            key={`${kind} ${open}`}
            kind={KINDS.find((each) => each === kind) ?? KINDS[0]}
            row={open === EVERYBODY ? undefined : open}
            title={
              report.rows.find(({ id }) => id === open)?.name ||
              t(open === NONE ? 'club.report.noLevel' : 'club.report.learners')
            }
            filters={filters}
            page={address.page}
            onPage={(page) => address.change({ page: page === 0 ? '' : String(page) })}
            onClose={address.close}
          />
        )
      }
    />
  )
}
