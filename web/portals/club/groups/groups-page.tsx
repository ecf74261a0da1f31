import '../club.css'
import { Columns3, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group, GroupSort } from '#contract/scheduling/groups.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { listQuery, searchOf, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { useSelection } from '#web/desk/list/use-selection.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { numberText } from '#web/shell/i18n/numbers.ts'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useGroupMembership, type MemberInGroup } from './group-membership.ts'
import { useMeetingTimeText } from './group-words.ts'
import { SelectedGroups } from './selected-groups.tsx'
import { groupsKey, useOwnsRecords, useSchemes } from '../club-data.ts'

const RosterStateBand = lazyWithRetry(() =>
  import('../settings/roster-state.tsx').then((module) => module.RosterStateBand),
)
const GroupDetailPanel = lazyWithRetry(() => import('./group-detail.tsx').then((module) => module.GroupDetailPanel))
const GroupForm = lazyWithRetry(() => import('./group-form.tsx').then((module) => module.GroupForm))

const STATUSES = ['current', 'ended'] as const
const SORTS = ['aname', 'dname', 'astart', 'dstart', 'amembers', 'dmembers'] as const satisfies readonly GroupSort[]

/** The list of the club's groups, with the open group beside it [2.14]. Members are moved by drag and drop. */
export function GroupsPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const list = useListAddress(SORTS, 'group')
  const schemes = useSchemes()
  const columns = useGroupColumns(schemes)
  const ownsRecords = useOwnsRecords()
  const status = STATUSES.find((name) => name === list.address.get('view')) ?? 'current'
  const groups = useList(groupsKey, '/groups', { ...listQuery(list), status })
  // the string is a reset key: when it changes, the selection is cleared
  const selection = useSelection(`${status} ${list.search}`)
  const { open, search } = list
  const { move } = useGroupMembership()
  const [dragged, setDragged] = useState<MemberInGroup | null>(null)
  const rows = groups.data?.rows ?? []
  const acceptsDragged = (id: string) =>
    id !== open && rows.some((group) => group.id === id && group.total_members < (group.max_size ?? Infinity))
  const dropOn = (id: string) => {
    const target = rows.find((group) => group.id === id)
    // members are dragged from the detail view of the open group
    if (dragged !== null && open !== null && target) void move(open, dragged, target)
    setDragged(null)
  }
  return (
    <ListPage
      title={t('club.group.pageTitle')}
      csv={{
        load: () => api.file('/groups/file', { search: searchOf(list.search), sort: list.sort, status }),
        name: 'groups',
      }}
      actions={
        ownsRecords ? (
          <>
            <Link className="btn" to="/groups/term">
              <Icon icon={Columns3} />
              {t('club.term.title')}
            </Link>
            <Link className="btn main" to={list.openLink('new')}>
              <Icon icon={Plus} />
              {t('club.groupForm.add')}
            </Link>
          </>
        ) : null
      }
      tabs={
        <>
          {ownsRecords ? null : <RosterStateBand />}
          <ViewTabs
            views={STATUSES.map((name) => ({
              label: t(`club.group.view.${name}`),
              to: list.link({ view: name === 'current' ? '' : name }),
              current: name === status,
            }))}
          />
        </>
      }
      searchLabel={t('club.group.search')}
      searchRule="group"
      selectedBar={
        ownsRecords && status === 'current' && !selection.isEmpty ? (
          <SelectedGroups selection={selection} total={groups.data?.total ?? 0} />
        ) : undefined
      }
      list={list}
      answer={groups}
      empty={{
        title: t(search === '' ? `club.group.none.${status}` : 'club.group.noneFound'),
        text: t(search === '' ? `club.group.noneText.${status}` : 'club.group.noneFoundText'),
      }}
      columns={columns}
      idOf={(group) => group.id}
      select={ownsRecords && status === 'current' ? { selection, nameOf: (group) => group.name } : undefined}
      rowsOpen
      drop={dragged === null || status !== 'current' ? undefined : { accepts: acceptsDragged, onDrop: dropOn }}
      panel={
        open !== null && open !== 'new' ? (
          <GroupDetailPanel key={open} id={open} schemes={schemes} onClose={list.close} onDrag={setDragged} />
        ) : null
      }
    >
      {ownsRecords && open === 'new' ? (
        <GroupForm
          group={null}
          schemes={schemes}
          onClose={list.close}
          onSaved={(group) => {
            list.change({ group: group.id })
            alerts.show(t('club.groupForm.added', { name: group.name }), 'done')
          }}
        />
      ) : null}
    </ListPage>
  )
}

function useGroupColumns(schemes: ReadonlyMap<string, ReadyScheme>): readonly Column<Group>[] {
  const { t } = useTranslation()
  const meetingTime = useMeetingTimeText()
  const levelTitles = (group: Group) =>
    group.levels.map((level) => schemes.get(group.scheme_slug ?? '')?.nodes.get(level)?.title ?? '').filter(Boolean)
  return [
    { label: t('club.groupField.name'), sort: 'name', cell: (group) => group.name },
    { label: t('club.group.when'), sort: 'start', cell: meetingTime },
    { label: t('club.groupField.place'), className: 'wide', cell: (group) => group.place },
    { label: t('club.groupField.levels'), className: 'middle', cell: (group) => listed(levelTitles(group)) },
    {
      label: t('club.groupField.coaches'),
      className: 'middle',
      cell: (group) => listed(group.coaches.map((coach) => `${coach.firstname} ${coach.lastname}`)),
    },
    {
      label: t('club.members.title'),
      sort: 'members',
      className: 'r num nowrap',
      cell: ({ max_size, total_members }) =>
        max_size === null
          ? numberText(total_members)
          : t('club.group.ofPlaces', { count: total_members, of: max_size }),
    },
  ]
}
