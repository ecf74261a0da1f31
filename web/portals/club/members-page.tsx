import './club.css'
import { Download, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { deviceDate } from '#web/shell/dates.ts'
import { later } from '#web/shell/later.ts'
import { Page } from '#web/shell/page.tsx'
import { useMe, useShell } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ListPager } from './list-pager.tsx'
import { ListSearch } from './list-search.tsx'
import { askedFilters, changed, filtersOf, isFiltered, views, type View } from './member-filters.ts'
import { FilterBar } from './members-filter-bar.tsx'
import { MembersTable } from './members-table.tsx'
import { useClubNews, useMemberCounts, useMembers, useOwnsRecords, useSchemes } from './office-data.ts'
import { saveFile } from './save-file.ts'

const MemberSheetPanel = later(() => import('./member-sheet.tsx').then((module) => module.MemberSheetPanel))
const MemberForm = later(() => import('./member-form.tsx').then((module) => module.MemberForm))

/** Views whose members want something done. */
const HOT: readonly View[] = ['ready', 'no-email']

function useDownload(): { busy: boolean; download: (query: Record<string, string>) => Promise<void> } {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async download(query) {
      setBusy(true)
      try {
        saveFile(await api.file('/members/file', query), `members-${deviceDate(Date.now())}.csv`)
        alerts.show(t('club.members.downloaded'), 'done')
      } catch {
        alerts.show(t('club.failed'), 'bad')
      } finally {
        setBusy(false)
      }
    },
  }
}

/** [2.14] */
export function MembersPage() {
  const { t } = useTranslation()
  const club = useMe()?.club
  const [address, setAddress] = useSearchParams()
  const filters = filtersOf(address)
  const members = useMembers(filters)
  const counts = useMemberCounts().data
  const schemes = useSchemes()
  const { busy, download } = useDownload()
  const { alerts } = useShell()
  const owns = useOwnsRecords()
  useClubNews()
  const change = (by: Readonly<Record<string, string>>) => setAddress((now) => changed(now, by), { replace: true })
  const countOf: Record<View, number | undefined> = {
    active: counts?.active,
    ready: counts?.ready,
    'no-email': counts?.no_guardian_email,
    'no-group': counts?.no_group,
    inactive: counts?.inactive,
  }
  const filtered = isFiltered(address)
  const total = members.data?.total ?? 0
  const open = address.get('member')
  const close = () => {
    change({ member: '' })
    // back to where one came from
    document.querySelector<HTMLElement>(`[data-member="${CSS.escape(open ?? '')}"]`)?.focus()
  }
  return (
    <Page title={t('club.members.title')}>
      <header className="head">
        <h1>{t('club.members.title')}</h1>
        {counts && club ? (
          <span className="dim">
            {t('club.members.at', { count: counts.active + counts.inactive, club: club.name })}
          </span>
        ) : null}
        <span className="end split">
          <Button disabled={busy || total === 0} onClick={() => void download(askedFilters(filters))}>
            <Icon of={Download} />
            CSV
          </Button>
          {owns ? (
            <Link className="btn main" to={`?${changed(address, { member: 'new' })}`}>
              <Icon of={Plus} />
              {t('club.members.add')}
            </Link>
          ) : null}
        </span>
      </header>
      <nav className="tabs" aria-label={t('club.members.views')}>
        {views.map((view) => (
          <Link
            key={view}
            to={`?${changed(address, { view: view === 'active' ? '' : view, group: '', member: '' })}`}
            aria-current={view === filters.view ? 'page' : undefined}
          >
            {t(`club.members.view.${view}`)}{' '}
            {countOf[view] === undefined ? null : (
              <span className={HOT.includes(view) && countOf[view] > 0 ? 'n hot' : 'n'}>{countOf[view]}</span>
            )}
          </Link>
        ))}
      </nav>
      <div className="work">
        <div className="list">
          <div className="tools">
            <ListSearch
              label={t('club.members.search')}
              value={filters.search}
              onSearch={(search) => change({ search })}
            />
            <FilterBar filters={filters} filtered={filtered} schemes={schemes} onChange={change} />
          </div>
          {members.isError ? (
            <div className="in">
              <Alert
                kind="bad"
                end={
                  <Button size="small" onClick={() => void members.refetch()}>
                    <Icon of={RefreshCw} />
                    {t('club.again')}
                  </Button>
                }
              >
                <p>{t('club.failed')}</p>
              </Alert>
            </div>
          ) : null}
          <div className="scroll grow" aria-busy={members.isPending}>
            {members.data && total === 0 ? (
              <Empty title={t(filtered ? 'club.members.noneFound' : `club.members.none.${filters.view}`)}>
                {t(filtered ? 'club.members.noneFoundText' : `club.members.noneText.${filters.view}`)}
              </Empty>
            ) : members.isError && !members.data ? null : (
              <MembersTable
                rows={members.data?.rows}
                schemes={schemes}
                sort={filters.sort}
                onSort={(sort) => change({ sort })}
                open={open}
                linkTo={(uuid) => `?${changed(address, { member: uuid })}`}
              />
            )}
          </div>
          <ListPager
            page={filters.page}
            size={filters.size}
            total={total}
            onPage={(page) => change({ page: page === 0 ? '' : String(page) })}
            onSize={(size) => change({ per_page: String(size) })}
          />
        </div>
        {open !== null && open !== 'new' ? (
          <MemberSheetPanel key={open} uuid={open} schemes={schemes} onClose={close} />
        ) : null}
      </div>
      {open === 'new' ? (
        <MemberForm
          sheet={null}
          onClose={() => change({ member: '' })}
          onSaved={(sheet) => {
            change({ member: sheet.uuid })
            alerts.show(t('club.form.added', { name: sheet.firstname }), 'done')
          }}
        />
      ) : null}
    </Page>
  )
}
