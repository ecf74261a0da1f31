import './sharing.css'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { CatalogueEntry, Mirror, Subscriber } from '#contract/curriculum/sharing.ts'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { Catalogue } from './catalogue.tsx'
import { Inbox } from './inbox.tsx'
import { Subscribers } from './subscribers.tsx'
import { paths, useSharing, useSharingNews } from './use-sharing.ts'

const views = ['inbox', 'catalogue', 'subscribers'] as const

/** What comes from other schemes and organisations, and what goes to them. */
export function SharingPage() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const view = views.find((one) => one === address.get('view')) ?? 'inbox'
  useSharingNews()
  const mirrors = useSharing<Mirror[]>(paths.mirrors)
  const catalogue = useSharing<CatalogueEntry[]>(paths.catalogue)
  const subscribers = useSharing<Subscriber[]>(paths.subscribers)
  const counts = {
    inbox: mirrors.data?.filter(({ state }) => state === 'update' || state === 'gone').length,
    catalogue: catalogue.data?.length,
    subscribers: subscribers.data?.filter(({ state }) => state === 'asked').length,
  }
  return (
    <Page title={t('author.sharing.title')} className="schemes sharing">
      <div className="head">
        <h1>{t('author.sharing.title')}</h1>
      </div>
      <ViewTabs
        views={views.map((one) => ({
          label: t(`author.sharing.${one}`),
          to: `/sharing?view=${one}`,
          current: one === view,
          count: counts[one],
          hot: one !== 'catalogue',
        }))}
      />
      {view === 'inbox' ? (
        <QueryResult answer={mirrors}>{(rows) => <Inbox mirrors={rows} />}</QueryResult>
      ) : view === 'catalogue' ? (
        <QueryResult answer={catalogue}>{(rows) => <Catalogue entries={rows} />}</QueryResult>
      ) : (
        <QueryResult answer={subscribers}>{(rows) => <Subscribers subscribers={rows} />}</QueryResult>
      )}
    </Page>
  )
}
