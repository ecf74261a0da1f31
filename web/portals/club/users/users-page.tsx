import '../club.css'
import { KeyRound, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { listQuery, searchOf, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { useClearPin } from '#web/desk/users/use-clear-pin.ts'
import type { SavedUser } from '#web/desk/users/use-user-entry.ts'
import { LastLogin, StatusFilter, statusIn } from '#web/desk/users/user-status.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { listed } from '#web/shell/i18n/isolated.ts'
import { useOwnsRecords } from '../club-data.ts'
import { useClubDay } from '../club-day.ts'
import { SubmittedWorkCard } from './submitted-work.tsx'
import { UserForm } from './user-form.tsx'
import { UserDetailPanel, usersKey, useReloadUsers } from './user-detail.tsx'

/** How many clubs of a user the list names; the detail view names all. */
const CLUBS_SHOWN = 3
const SORTS = ['alastname', 'dlastname', 'alast_login', 'dlast_login'] as const
const KINDS = ['admin', 'coach'] as const

/** The list of the club's administrators and coaches [2.14], [7.22]–[7.26]. */
export function UsersPage() {
  const { t } = useTranslation()
  return <PeoplePage title={t('club.users.title')} kinds={KINDS} />
}

/** The list of the coaches with accounts of their own in this product [6.13], [6.19]. */
export function CoachesPage() {
  const { t } = useTranslation()
  return <PeoplePage title={t('club.users.coaches')} kinds={['coach']} origin="local" />
}

interface PeopleProps {
  title: string
  kinds: readonly (typeof KINDS)[number][]
  /** Only users with accounts of their own in this product. */
  origin?: 'local'
}

function PeoplePage({ title, kinds, origin }: PeopleProps) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const reloadUsers = useReloadUsers()
  const ownsRecords = useOwnsRecords()
  const list = useListAddress(SORTS, 'user')
  const kind = kinds.find((name) => name === list.address.get('kind'))
  const status = statusIn(list.address)
  const filters = { status, origin, 'type[]': kind ?? (kinds.length === 1 ? kinds[0] : undefined) }
  const users = useList(usersKey, '/users', { ...listQuery(list), ...filters, with_clubs: '1' })
  const columns = useUserColumns()
  const { open } = list
  const noneYet = origin === 'local' && list.search === '' && kind === undefined && status === 'current'

  function onSaved(saved: SavedUser): void {
    list.close()
    reloadUsers()
    if (!('invitation' in saved)) return
    const { invitation, reply } = saved
    alerts.show(
      t(reply.state === 'joined' ? 'club.users.joined' : 'desk.users.invited', { email: invitation.email }),
      'done',
    )
  }
  return (
    <ListPage
      title={title}
      csv={{
        load: () => api.file('/users/file', { ...filters, search: searchOf(list.search), sort: list.sort }),
        name: 'users',
      }}
      actions={
        ownsRecords ? (
          <Link className="btn main" to={list.openLink('new')}>
            <Icon icon={Plus} />
            {t('desk.users.add')}
          </Link>
        ) : null
      }
      tabs={<SubmittedWorkCard />}
      searchLabel={t('desk.users.search')}
      filters={
        <>
          {kinds.length === 1 ? null : (
            <FilterSelect
              label={t('desk.users.kind')}
              value={kind ?? ''}
              all={t('desk.users.allKinds')}
              choices={kinds.map((name) => [name, t(`desk.users.kinds.${name}`)])}
              onChange={(name) => list.change({ kind: name })}
            />
          )}
          <StatusFilter value={status} onChange={(name) => list.change({ status: name })} />
        </>
      }
      list={list}
      answer={users}
      empty={
        noneYet
          ? {
              title: t('club.users.noneOwn'),
              text: t(ownsRecords ? 'club.users.noneOwnText' : 'club.users.noneOwnProvider'),
            }
          : {
              title: t('desk.users.noneFound'),
              text: t(list.search === '' ? 'desk.filtered' : 'club.users.noneFoundText'),
            }
      }
      columns={columns}
      idOf={(user) => user.uuid}
      rowsOpen
      panel={open !== null && open !== 'new' ? <UserDetailPanel key={open} uuid={open} onClose={list.close} /> : null}
    >
      {ownsRecords && open === 'new' ? <UserForm user={null} onClose={list.close} onSaved={onSaved} /> : null}
    </ListPage>
  )
}

function useUserColumns(): readonly Column<ListedUser>[] {
  const { t } = useTranslation()
  const day = useClubDay()
  return [
    {
      label: t('club.members.name'),
      sort: 'lastname',
      cell: ({ lastname, firstname }) => (
        <>
          {lastname}, <span>{firstname}</span>
        </>
      ),
    },
    { label: t('desk.users.kind'), cell: (user) => t(`desk.users.kinds.${user.type}`) },
    { label: t('club.field.email'), className: 'middle', cell: (user) => user.email },
    {
      label: t('club.users.clubs'),
      className: 'wide',
      cell: ({ clubs = [] }) => {
        const names = clubs.map((club) => club.name)
        const first = listed(names.slice(0, CLUBS_SHOWN))
        return names.length <= CLUBS_SHOWN
          ? first
          : t('club.users.moreClubs', { clubs: first, count: names.length - CLUBS_SHOWN })
      },
    },
    {
      label: t('desk.users.lastLogin'),
      sort: 'last_login',
      className: 'middle',
      cell: (user) => <LastLogin user={user} day={day} />,
    },
    {
      label: <span className="sr">{t('desk.users.pin')}</span>,
      className: 'r',
      cell: (user) => <ClearPin user={user} />,
    },
  ]
}

function ClearPin({ user }: { user: ListedUser }) {
  const { t } = useTranslation()
  const { busy, clearPin } = useClearPin(useReloadUsers())
  if (user.has_pin === 0) return null
  const name = `${user.firstname} ${user.lastname}`
  return (
    <Button
      kind="bare"
      icon
      size="small"
      disabled={busy}
      aria-label={t('club.users.clearPinOf', { name })}
      onClick={() => void clearPin(user.uuid, name)}
    >
      <Icon icon={KeyRound} />
    </Button>
  )
}
