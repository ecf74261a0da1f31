import './sharing.css'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { Catalogue } from './catalogue.tsx'
import { Inbox } from './inbox.tsx'
import { Subscribers } from './subscribers.tsx'
import { useCatalogue, useMirrors, useSharingRefresh, useSubscribers } from './use-sharing.ts'

const views = ['inbox', 'catalogue', 'subscribers'] as const

/** The page for sharing: updates of linked nodes, the catalogue of other clients' schemes, and the own subscribers. */
export function SharingPage() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const view = views.find((candidate) => candidate === address.get('view')) ?? 'inbox'
  useSharingRefresh()
  const mirrors = useMirrors()
  const catalogue = useCatalogue()
  const subscribers = useSubscribers()
  /** The count on each tab: what waits for an answer, and how many schemes the catalogue has. */
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
        views={views.map((tab) => ({
          label: t(`author.sharing.${tab}`),
          to: `/sharing?view=${tab}`,
          current: tab === view,
          count: counts[tab],
          hot: tab !== 'catalogue',
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
