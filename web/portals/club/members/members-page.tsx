import '../club.css'
import { Merge, Plus, Upload } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MemberCounts } from '#contract/members/club-members.ts'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { useSelection } from '#web/desk/list/use-selection.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { BulkInvite } from './bulk-invite.tsx'
import { GuestsLink } from './guests-link.tsx'
import { useMemberColumns } from './member-columns.tsx'
import { requestFiltersOf, filtersOf, isFiltered, MEMBER_SORTS, views, type View } from './member-filters.ts'
import { FilterBar } from './members-filter-bar.tsx'
import { SelectedMembers } from './selected-members.tsx'
import { membersKey, useMemberCounts, useOwnsRecords, useSchemes } from '../club-data.ts'
import { lazyPart } from '../lazy-part.ts'

const RosterStateBand = lazyPart(() => import('../settings/roster-state.tsx').then((module) => module.RosterStateBand))
const MemberDetailPanel = lazyPart(() =>
  import('./detail/member-detail.tsx').then((module) => module.MemberDetailPanel),
)
const MemberForm = lazyPart(() => import('./member-form.tsx').then((module) => module.MemberForm))

/** The views whose members need attention. */
const NEEDING_ATTENTION: readonly View[] = ['ready', 'no-email']

function countOf(view: View, counts: MemberCounts | undefined): number | undefined {
  if (view === 'no-email') return counts?.no_guardian_email
  return view === 'no-group' ? counts?.no_group : counts?.[view]
}

/** What the columns show besides the members' own fields. */
const COLUMN_DATA = { with_groups: '1', with_scores: '1' } as const

/** The list of the club's members, with the open member beside it [2.14]. */
export function MembersPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const club = useMe()?.club
  const list = useListAddress(MEMBER_SORTS, 'member')
  const filters = filtersOf(list.address)
  const requestFilters = requestFiltersOf(filters)
  const { sort: _sort, ...matching } = requestFilters
  const members = useList(membersKey, '/members', { ...listQuery(list), ...requestFilters, ...COLUMN_DATA })
  const total = members.data?.total ?? 0
  const counts = useMemberCounts().data
  const schemes = useSchemes()
  const columns = useMemberColumns(schemes)
  const ownsRecords = useOwnsRecords()
  // the string is a reset key: when it changes, the selection is cleared; another order of the list clears nothing
  const selection = useSelection(JSON.stringify(matching))
  const filtered = isFiltered(list.address)
  const { open } = list
  return (
    <ListPage
      title={t('club.members.title')}
      subtitle={
        counts && club ? t('club.members.at', { count: counts.active + counts.inactive, club: club.name }) : undefined
      }
      csv={{ load: () => api.file('/members/file', requestFilters), name: 'members' }}
      actions={
        <>
          <GuestsLink />
          {ownsRecords ? <Actions filters={matching} disabled={total === 0} newLink={list.openLink('new')} /> : null}
        </>
      }
      tabs={
        <>
          {ownsRecords ? null : <RosterStateBand />}
          <ViewTabs
            views={views.map((view) => ({
              label: t(`club.members.view.${view}`),
              to: list.link({ view: view === 'active' ? '' : view, group: '', member: '' }),
              current: view === filters.view,
              count: countOf(view, counts),
              hot: NEEDING_ATTENTION.includes(view),
            }))}
          />
        </>
      }
      searchLabel={t('club.members.search')}
      filters={
        <FilterBar
          filters={filters}
          isFiltered={filtered}
          schemes={schemes}
          tags={counts?.tags ?? []}
          onChange={list.change}
        />
      }
      selectedBar={
        selection.isEmpty ? undefined : (
          <SelectedMembers
            selection={selection}
            filters={matching}
            total={total}
            group={filters.group}
            tags={counts?.tags ?? []}
          />
        )
      }
      list={list}
      answer={members}
      empty={{
        title: t(filtered ? 'club.members.noneFound' : `club.members.none.${filters.view}`),
        text: t(filtered ? 'club.members.noneFoundText' : `club.members.noneText.${filters.view}`),
      }}
      columns={columns}
      idOf={(member) => member.uuid}
      select={{ selection, nameOf: (member) => `${member.firstname} ${member.lastname}` }}
      rowsOpen
      panel={
        open !== null && open !== 'new' ? (
          <MemberDetailPanel key={open} uuid={open} schemes={schemes} onClose={list.close} />
        ) : null
      }
    >
      {ownsRecords && open === 'new' ? (
        <MemberForm
          detail={null}
          schemes={schemes}
          onClose={list.close}
          onSaved={(detail) => {
            list.change({ member: detail.uuid })
            alerts.show(t('club.form.added', { name: detail.firstname }), 'done')
          }}
        />
      ) : null}
    </ListPage>
  )
}

interface ActionsProps extends ComponentProps<typeof BulkInvite> {
  /** The link to the form of a new member. */
  newLink: string
}

/** What can be done with the list as a whole; none of it where a course provider owns the members. */
function Actions({ newLink, ...invite }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <BulkInvite {...invite} />
      <Link className="btn" to="/members/duplicates">
        <Icon icon={Merge} />
        {t('club.duplicates.button')}
      </Link>
      <Link className="btn" to="/members/import">
        <Icon icon={Upload} />
        {t('club.import.button')}
      </Link>
      <Link className="btn main" to={newLink}>
        <Icon icon={Plus} />
        {t('club.members.add')}
      </Link>
    </>
  )
}
