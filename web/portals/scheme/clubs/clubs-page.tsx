import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Club } from '#contract/tenants/clubs.ts'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { numberText } from '#web/shell/i18n/numbers.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey } from '#web/shell/start/start-up.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useReloadClubs, useOwnsRecords } from './club-data.ts'
import { ClubForm } from './club-form.tsx'
import { ClubPanel } from './club-detail.tsx'

/** The sort orders: `a` (ascending) or `d` (descending) and the column; the first is the default. */
const SORTS = ['aname', 'dname'] as const
/** The filters: clubs without an administrator, and clubs with active members but without a mark for four weeks. */
const FILTERS = ['unadministered', 'idle'] as const

/** Lists the client's clubs [2.16], [7.19]. */
export function ClubsPage() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const reloadClubs = useReloadClubs()
  const ownsRecords = useOwnsRecords()
  const list = useListAddress(SORTS, 'club')
  const only = FILTERS.find((candidate) => candidate === list.address.get('only'))
  const clubs = useList(clubsKey, '/clubs', { ...listQuery(list), only, with_counts: '1' })
  const columns: readonly Column<Club>[] = [
    { label: t('desk.club.name'), sort: 'name', cell: (club) => <b className="words">{club.name}</b> },
    { label: t('desk.club.ngo_id'), className: 'middle', cell: (club) => club.ngo_id },
    { label: t('desk.club.time_zone'), className: 'wide', cell: (club) => club.time_zone },
    { label: t('author.clubList.members'), className: 'r', cell: (club) => numberText(club.members ?? 0) },
    { label: t('author.clubList.users'), className: 'r middle', cell: (club) => numberText(club.users ?? 0) },
  ]
  return (
    <ListPage
      title={t('author.clubList.title')}
      actions={
        ownsRecords ? (
          <Link className="btn main" to={list.openLink('new')}>
            <Icon icon={Plus} />
            {t('author.clubList.add')}
          </Link>
        ) : undefined
      }
      searchLabel={t('author.clubList.search')}
      filters={
        <FilterSelect
          label={t('author.clubList.which')}
          value={only ?? ''}
          all={t('author.clubList.all')}
          choices={FILTERS.map((option) => [option, t(`author.clubList.${option}`)])}
          onChange={(option) => list.change({ only: option })}
        />
      }
      list={list}
      answer={clubs}
      empty={
        list.search === '' && only === undefined
          ? { title: t('author.clubList.none'), text: t('author.clubList.noneText') }
          : {
              title: t('author.clubList.noneFound'),
              text: t(list.search === '' ? 'desk.filtered' : 'author.clubList.noneFoundText'),
            }
      }
      columns={columns}
      idOf={(club) => club.id}
      rowsOpen
      panel={list.open === null || list.open === 'new' ? undefined : <ClubPanel id={list.open} onClose={list.close} />}
    >
      {ownsRecords && list.open === 'new' ? (
        <ClubForm
          club={null}
          onClose={list.close}
          onSaved={({ name }) => {
            list.close()
            alerts.show(t('author.clubList.added', { name }), 'done')
            reloadClubs()
          }}
        />
      ) : null}
    </ListPage>
  )
}
