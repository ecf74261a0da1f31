import './users.css'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import { ListSearch } from '#web/desk/list/list-search.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { LastLogin, StatusFilter, statusIn } from '#web/desk/users/user-status.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useDeviceDay } from '../device-day.ts'
import { filterValue } from './filter-value.ts'
import { USER_TYPES, useUserName, usersKey, useReloadUsers } from './user-data.ts'
import { UserForm } from './user-form.tsx'
import { UserPanel } from './user-panel.tsx'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['alastname', 'dlastname', 'alast_login', 'dlast_login'] as const
/** A user of more clubs has their number in place of their names. */
const MAX_NAMED_CLUBS = 2
/** The filters that are text fields. */
const TEXT_FILTERS = ['ngo_id', 'postcode'] as const

/** Lists the client's users: authors, administrators, coaches, and programs [2.16], [6.5], [7.22]–[7.26]. */
export function UsersPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const reloadUsers = useReloadUsers()
  const list = useListAddress(SORTS, 'user')
  const { address, open } = list
  const type = USER_TYPES.find((candidate) => candidate === address.get('kind'))
  const status = statusIn(address)
  const [ngoId = '', postcode = ''] = TEXT_FILTERS.map((field) => address.get(field) ?? '')
  const pageQuery = listQuery(list)
  const filters = { status, 'type[]': type, ngo_id: filterValue(ngoId), postcode: filterValue(postcode) }
  const users = useList(usersKey, '/users', { ...pageQuery, ...filters, with_clubs: '1' })
  const columns = useUserColumns()
  const isFiltered = list.search !== '' || type !== undefined || status !== 'current' || ngoId !== '' || postcode !== ''
  const empty = isFiltered ? 'noneFound' : 'none'
  return (
    <ListPage
      title={t('author.users.title')}
      actions={
        <Link className="btn main" to={list.openLink('new')}>
          <Icon icon={Plus} />
          {t('desk.users.add')}
        </Link>
      }
      csv={{
        load: () => api.file('/users/file', { search: pageQuery.search, sort: pageQuery.sort, ...filters }),
        name: 'users',
      }}
      searchLabel={t('desk.users.search')}
      filters={
        <>
          <FilterSelect
            label={t('desk.users.kind')}
            value={type ?? ''}
            all={t('desk.users.allKinds')}
            choices={USER_TYPES.map((option) => [option, t(`desk.users.kinds.${option}`)])}
            onChange={(option) => list.change({ kind: option })}
          />
          <StatusFilter value={status} onChange={(option) => list.change({ status: option })} />
          {TEXT_FILTERS.map((field) => (
            <span key={field} className="narrow">
              <ListSearch
                label={t(`author.users.field.${field}`)}
                rule="text"
                value={address.get(field) ?? ''}
                onSearch={(text) => list.change({ [field]: text })}
              />
            </span>
          ))}
        </>
      }
      list={list}
      answer={users}
      empty={{ title: t(`author.users.${empty}`), text: t(`author.users.${empty}Text`) }}
      columns={columns}
      idOf={(user) => user.uuid}
      rowsOpen
      panel={open !== null && open !== 'new' ? <UserPanel key={open} uuid={open} onClose={list.close} /> : null}
    >
      {open === 'new' ? (
        <UserForm
          user={null}
          onClose={list.close}
          onSaved={(saved) => {
            reloadUsers()
            // this form only adds users, so there is always an invitation
            if (!('invitation' in saved)) return list.close()
            const { email, firstname } = saved.invitation
            alerts.show(
              email === undefined
                ? t('author.users.madeProgram', { name: firstname })
                : t('desk.users.invited', { email }),
              'done',
            )
            list.change({ user: saved.reply.uuid })
          }}
        />
      ) : null}
    </ListPage>
  )
}

function useUserColumns(): readonly Column<ListedUser>[] {
  const { t } = useTranslation()
  const nameOf = useUserName()
  const day = useDeviceDay()
  return [
    {
      label: t('author.users.name'),
      sort: 'lastname',
      cell: (user) =>
        user.lastname === '' || user.status === 'anonymised' ? (
          nameOf(user)
        ) : (
          <>
            {user.lastname}, <span>{user.firstname}</span>
          </>
        ),
    },
    { label: t('desk.users.kind'), cell: (user) => t(`desk.users.kinds.${user.type}`) },
    { label: t('author.users.field.email'), className: 'wide', cell: (user) => user.email },
    {
      label: t('author.users.field.club_ids'),
      className: 'middle',
      cell: ({ clubs = [] }) =>
        clubs.length > MAX_NAMED_CLUBS
          ? t('author.clubs.count', { count: clubs.length })
          : listed(clubs.map((club) => club.name)),
    },
    { label: t('author.users.field.ngo_id'), className: 'wide nowrap', cell: (user) => user.ngo_id },
    {
      label: t('desk.users.lastLogin'),
      sort: 'last_login',
      className: 'middle',
      cell: (user) => <LastLogin user={user} day={day} />,
    },
  ]
}
