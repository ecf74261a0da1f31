import './club.css'
import { Plus, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { Group, GroupSort } from '#contract/groups.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { later } from '#web/shell/later.ts'
import { Page } from '#web/shell/page.tsx'
import { useShell } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useGroups } from './group-data.ts'
import { useSlotWords } from './group-words.ts'
import { ListPager } from './list-pager.tsx'
import { ListSearch } from './list-search.tsx'
import { PAGE_SIZES } from './member-filters.ts'
import { useClubNews, useOwnsRecords, useSchemes } from './office-data.ts'
import { SortHead } from './sort-head.tsx'

const GroupSheetPanel = later(() => import('./group-sheet.tsx').then((module) => module.GroupSheetPanel))
const GroupForm = later(() => import('./group-form.tsx').then((module) => module.GroupForm))

const STATES = ['current', 'ended'] as const
const SORTS: readonly GroupSort[] = ['aname', 'dname', 'astart', 'dstart', 'amembers', 'dmembers']

/** [2.14] */
export function GroupsPage() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [address, setAddress] = useSearchParams()
  const schemes = useSchemes()
  const owns = useOwnsRecords()
  useClubNews()
  const text = (name: string) => address.get(name) ?? ''
  const page = Number(text('page'))
  const filters = {
    status: STATES.find((state) => state === text('view')) ?? 'current',
    search: text('search').slice(0, 100),
    sort: SORTS.find((sort) => sort === text('sort')) ?? 'aname',
    page: Number.isInteger(page) && page > 0 ? page : 0,
    size: PAGE_SIZES.find((size) => size === Number(text('per_page'))) ?? 25,
  }
  const groups = useGroups(filters)
  const total = groups.data?.total ?? 0
  const open = address.get('group')
  const changed = (by: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(address)
    if (!('page' in by) && !('group' in by)) next.delete('page')
    for (const [name, value] of Object.entries(by)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const change = (by: Readonly<Record<string, string>>) => setAddress(changed(by), { replace: true })
  return (
    <Page title={t('club.group.pageTitle')}>
      <header className="head">
        <h1>{t('club.group.pageTitle')}</h1>
        <span className="end split">
          {owns ? (
            <Link className="btn main" to={`?${changed({ group: 'new' })}`}>
              <Icon of={Plus} />
              {t('club.groupForm.add')}
            </Link>
          ) : null}
        </span>
      </header>
      <nav className="tabs" aria-label={t('club.members.views')}>
        {STATES.map((state) => (
          <Link
            key={state}
            to={`?${changed({ view: state === 'current' ? '' : state })}`}
            aria-current={state === filters.status ? 'page' : undefined}
          >
            {t(`club.group.view.${state}`)}
          </Link>
        ))}
      </nav>
      <div className="work">
        <div className="list">
          <div className="tools">
            <ListSearch
              label={t('club.group.search')}
              value={filters.search}
              onSearch={(search) => change({ search })}
            />
          </div>
          {groups.isError ? (
            <div className="in">
              <Alert
                kind="bad"
                end={
                  <Button size="small" onClick={() => void groups.refetch()}>
                    <Icon of={RefreshCw} />
                    {t('club.again')}
                  </Button>
                }
              >
                <p>{t('club.failed')}</p>
              </Alert>
            </div>
          ) : null}
          <div className="scroll grow" aria-busy={groups.isPending}>
            {groups.data && total === 0 ? (
              <Empty title={t(filters.search === '' ? `club.group.none.${filters.status}` : 'club.group.noneFound')}>
                {t(filters.search === '' ? `club.group.noneText.${filters.status}` : 'club.group.noneFoundText')}
              </Empty>
            ) : groups.isError && !groups.data ? null : (
              <GroupsTable
                rows={groups.data?.rows}
                schemes={schemes}
                sort={filters.sort}
                onSort={(sort) => change({ sort })}
                open={open}
                linkTo={(id) => `?${changed({ group: id })}`}
              />
            )}
          </div>
          <ListPager
            page={filters.page}
            size={filters.size}
            total={total}
            onPage={(at) => change({ page: at === 0 ? '' : String(at) })}
            onSize={(size) => change({ per_page: String(size) })}
          />
        </div>
        {open !== null && open !== 'new' ? (
          <GroupSheetPanel key={open} id={open} schemes={schemes} onClose={() => change({ group: '' })} />
        ) : null}
      </div>
      {open === 'new' ? (
        <GroupForm
          group={null}
          schemes={schemes}
          onClose={() => change({ group: '' })}
          onSaved={(group) => {
            change({ group: group.id })
            alerts.show(t('club.groupForm.added', { name: group.name }), 'done')
          }}
        />
      ) : null}
    </Page>
  )
}

interface GroupsTableProps {
  rows: readonly Group[] | undefined
  schemes: ReadonlyMap<string, ReadyScheme>
  sort: string
  onSort: (sort: string) => void
  open: string | null
  linkTo: (id: string) => string
}

function GroupsTable({ rows, schemes, sort, onSort, open, linkTo }: GroupsTableProps) {
  const { t } = useTranslation()
  const slot = useSlotWords()
  const levels = (group: Group) =>
    group.levels.map((level) => schemes.get(group.scheme_slug ?? '')?.nodes.get(level)?.title ?? '').filter(Boolean)
  return (
    <table className="table">
      <thead>
        <tr>
          <SortHead label={t('club.groupField.name')} field="name" sort={sort} onSort={onSort} />
          <SortHead label={t('club.group.when')} field="start" sort={sort} onSort={onSort} />
          <th className="wide">{t('club.groupField.place')}</th>
          <th className="middle">{t('club.groupField.levels')}</th>
          <th className="middle">{t('club.groupField.coaches')}</th>
          <SortHead label={t('club.members.title')} field="members" sort={sort} onSort={onSort} className="r" />
        </tr>
      </thead>
      <tbody>
        {rows?.map((group) => (
          <tr key={group.id} aria-selected={group.id === open ? true : undefined}>
            <td className="name">
              <Link to={linkTo(group.id)}>{group.name}</Link>
            </td>
            <td>{slot(group)}</td>
            <td className="wide">{group.place}</td>
            <td className="middle">{levels(group).join(', ')}</td>
            <td className="middle">
              {group.coaches.map((coach) => `${coach.firstname} ${coach.lastname}`).join(', ')}
            </td>
            <td className="r num nowrap">
              {group.max_size === null
                ? group.total_members
                : t('club.group.ofPlaces', { count: group.total_members, of: group.max_size })}
            </td>
          </tr>
        ))}
        {rows === undefined
          ? Array.from({ length: 8 }, (_, k) => (
              <tr key={k}>
                <td colSpan={6}>
                  <Skeleton width={`${90 - ((k * 17) % 40)}%`} />
                </td>
              </tr>
            ))
          : null}
      </tbody>
    </table>
  )
}
