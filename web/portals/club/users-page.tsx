import './club.css'
import { MailPlus, Plus, RefreshCw, UserMinus } from 'lucide-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ListedUser } from '#contract/user-list.ts'
import type { NewUserReply } from '#contract/user-writes.ts'
import { Page } from '#web/shell/page.tsx'
import { useMe, useShell } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Question } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupsKey, useOwnsRecords } from './office-data.ts'
import { ListPager } from './list-pager.tsx'
import { ListSearch } from './list-search.tsx'
import { PAGE_SIZES, searchAllowed } from './member-filters.ts'
import { useClubDay } from './member-progress.tsx'
import { SortHead } from './sort-head.tsx'
import { UserForm } from './user-form.tsx'

const usersKey = ['club-users'] as const
const SORTS = ['alastname', 'dlastname', 'alast_login', 'dlast_login'] as const

/** [2.14], [7.22]–[7.25]: who works at the club. */
export function UsersPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const owns = useOwnsRecords()
  const [address, setAddress] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const text = (name: string) => address.get(name) ?? ''
  const page = Number(text('page'))
  const search = text('search').slice(0, 100)
  const at = Number.isInteger(page) && page > 0 ? page : 0
  const size = PAGE_SIZES.find((one) => one === Number(text('per_page'))) ?? 25
  const sort = SORTS.find((one) => one === text('sort')) ?? 'alastname'
  const query = {
    page: String(at),
    per_page: String(size),
    sort,
    with_clubs: '1',
    search: search.trim().length >= 2 && searchAllowed(search) ? search.trim() : undefined,
  }
  const users = useQuery({
    queryKey: [...usersKey, query],
    queryFn: ({ signal }) => api.list<ListedUser>('/users', query, signal),
    placeholderData: keepPreviousData,
  })
  const change = (by: Readonly<Record<string, string>>) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (!('page' in by)) next.delete('page')
        for (const [name, value] of Object.entries(by)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const changed = () => {
    void queries.invalidateQueries({ queryKey: usersKey })
    void queries.invalidateQueries({ queryKey: ['club-coaches'] })
    void queries.invalidateQueries({ queryKey: groupsKey })
  }
  const total = users.data?.total ?? 0

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
      alerts.show(done, 'done')
      changed()
    } catch {
      alerts.show(t('club.group.writeFailed'), 'bad')
    }
  }
  return (
    <Page title={t('club.users.title')}>
      <header className="head">
        <h1>{t('club.users.title')}</h1>
        {owns ? (
          <span className="end">
            <Button kind="main" onClick={() => setAdding(true)}>
              <Icon of={Plus} />
              {t('club.users.add')}
            </Button>
          </span>
        ) : null}
      </header>
      <div className="work">
        <div className="list">
          <div className="tools">
            <ListSearch label={t('club.users.search')} value={search} onSearch={(term) => change({ search: term })} />
          </div>
          {users.isError ? (
            <div className="in">
              <Alert
                kind="bad"
                end={
                  <Button size="small" onClick={() => void users.refetch()}>
                    <Icon of={RefreshCw} />
                    {t('club.again')}
                  </Button>
                }
              >
                <p>{t('club.failed')}</p>
              </Alert>
            </div>
          ) : null}
          <div className="scroll grow" aria-busy={users.isPending}>
            {users.data && total === 0 ? (
              <Empty title={t('club.users.noneFound')}>{t('club.users.noneFoundText')}</Empty>
            ) : (
              <table className="table still">
                <thead>
                  <tr>
                    <SortHead
                      label={t('club.members.name')}
                      field="lastname"
                      sort={sort}
                      onSort={(by) => change({ sort: by })}
                    />
                    <th>{t('club.users.kind')}</th>
                    <th className="middle">{t('club.field.email')}</th>
                    <th className="wide">{t('club.users.clubs')}</th>
                    <SortHead
                      className="middle"
                      label={t('club.users.last')}
                      field="last_login"
                      sort={sort}
                      onSort={(by) => change({ sort: by })}
                    />
                    <th className="r">
                      <span className="sr">{t('club.users.remove')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {users.data?.rows.map((user) => (
                    <UserRow
                      key={user.uuid}
                      user={user}
                      onAgain={() =>
                        void run(
                          () => api.write<NewUserReply>('POST', '/users', newUserOf(user)),
                          t('club.users.added', { email: user.email }),
                        )
                      }
                      onRemove={() =>
                        run(
                          () => api.write('DELETE', `/users/${user.uuid}`),
                          t('club.users.removed', { name: user.firstname }),
                        )
                      }
                    />
                  ))}
                  {users.isPending
                    ? Array.from({ length: 6 }, (_, k) => (
                        <tr key={k}>
                          <td colSpan={6}>
                            <Skeleton width={`${90 - ((k * 17) % 40)}%`} />
                          </td>
                        </tr>
                      ))
                    : null}
                </tbody>
              </table>
            )}
          </div>
          <ListPager
            page={at}
            size={size}
            total={total}
            onPage={(to) => change({ page: to === 0 ? '' : String(to) })}
            onSize={(to) => change({ per_page: String(to) })}
          />
        </div>
      </div>
      {adding ? (
        <UserForm
          onClose={() => setAdding(false)}
          onSaved={(email, state) => {
            setAdding(false)
            alerts.show(t(`club.users.${state === 'joined' ? 'joined' : 'added'}`, { email }), 'done')
            changed()
          }}
        />
      ) : null}
    </Page>
  )
}

function newUserOf({ type, firstname, lastname, email }: ListedUser) {
  return { type, firstname, lastname, email }
}

function UserRow({
  user,
  onAgain,
  onRemove,
}: {
  user: ListedUser
  onAgain: () => void
  onRemove: () => Promise<void>
}) {
  const { t } = useTranslation()
  const day = useClubDay()
  const owns = useOwnsRecords()
  const me = useMe()?.uuid
  const [asking, setAsking] = useState(false)
  const name = `${user.firstname} ${user.lastname}`
  return (
    <tr>
      <td className="name">
        {user.lastname}, <span>{user.firstname}</span>
      </td>
      <td>{t(`club.users.${user.type}`)}</td>
      <td className="middle">{user.email}</td>
      <td className="wide">{(user.clubs ?? []).map((club) => club.name).join(', ')}</td>
      <td className="middle">
        {user.verified === 0 ? (
          <Chip kind="begun">{t('club.users.invited')}</Chip>
        ) : user.status === 'lapsed' ? (
          <Chip kind="line">{t('club.users.lapsed')}</Chip>
        ) : user.last_login === null ? (
          t('club.users.never')
        ) : (
          day(user.last_login)
        )}
      </td>
      <td className="r">
        {owns && user.uuid !== me ? (
          <span className="acts">
            {user.verified === 0 && user.email !== null ? (
              <Button kind="bare" icon size="small" aria-label={t('club.users.againOf', { name })} onClick={onAgain}>
                <Icon of={MailPlus} />
              </Button>
            ) : null}
            <Button
              kind="bare"
              icon
              size="small"
              aria-label={t('club.users.removeOf', { name })}
              onClick={() => setAsking(true)}
            >
              <Icon of={UserMinus} />
            </Button>
          </span>
        ) : null}
        <Question
          open={asking}
          onClose={() => setAsking(false)}
          title={t('club.users.removeTitle', { name })}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('club.form.cancel')}</Button>
              <Button kind="risk" onClick={() => void onRemove().then(() => setAsking(false))}>
                {t('club.users.removeYes')}
              </Button>
            </>
          }
        >
          <p>{t('club.users.removeText')}</p>
        </Question>
      </td>
    </tr>
  )
}
