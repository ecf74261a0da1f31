import './log.css'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/tenants/audit.ts'
import { MOST_LISTED } from '#domain/tenants/log-list.ts'
import { listQuery, useListAddress } from '#web/desk/list/list-address.ts'
import { ListPage } from '#web/desk/list/list-page.tsx'
import type { Column } from '#web/desk/list/list-table.tsx'
import { PrintButton } from '#web/desk/list/print-button.tsx'
import { useList } from '#web/desk/list/use-list.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { EntryPanel } from './entry-panel.tsx'
import { logFiltersOf } from './log-address.ts'
import { LogFilters } from './log-filters.tsx'
import { logKey, useLogWords, type LogScope } from './log-words.ts'

/** The orders of the log: by the time (`at`), descending (`d`) or ascending (`a`). */
const SORTS = ['dat', 'aat'] as const

interface LogPageProps {
  title: string
  scope: LogScope
  formatMoment: (ts: number) => string
}

/** The log of what users did, with search, filters, download and printing. */
export function LogPage({ title, scope, formatMoment }: LogPageProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const list = useListAddress(SORTS, 'entry')
  const filters = logFiltersOf(list.address)
  const pageQuery = listQuery(list)
  const entries = useList(logKey, '/audit', { ...pageQuery, ...filters })
  return (
    <ListPage
      title={title}
      subtitle={entries.data?.total === MOST_LISTED ? t('desk.log.most', { most: MOST_LISTED }) : undefined}
      csv={{ load: () => api.file('/audit/file', { search: pageQuery.search, ...filters }), name: 'audit' }}
      actions={<PrintButton />}
      searchLabel={t('desk.log.search')}
      filters={<LogFilters scope={scope} filters={filters} change={list.change} />}
      list={list}
      answer={entries}
      empty={{ title: t('desk.log.none'), text: t('desk.log.noneText') }}
      columns={useColumns(scope, formatMoment)}
      idOf={(entry) => String(entry.id)}
      rowsOpen
      panel={
        list.open === null ? null : (
          <EntryPanel
            key={list.open}
            id={list.open}
            formatMoment={formatMoment}
            linkTo={list.link}
            onClose={list.close}
          />
        )
      }
    />
  )
}

function useColumns(scope: LogScope, formatMoment: (ts: number) => string): readonly Column<AuditEntry>[] {
  const { t } = useTranslation()
  const words = useLogWords()
  return [
    {
      label: t('desk.log.at'),
      sort: 'at',
      // several entries may have the same time, so the link also names the action for screen readers
      cell: ({ at, action, entity }) => (
        <>
          <span className="moment">{formatMoment(at)}</span>
          <span className="sr">
            , {words.entity(entity)}: {words.action(action)}
          </span>
        </>
      ),
    },
    { label: t('desk.log.who'), cell: words.who },
    {
      label: t('desk.log.what'),
      cell: ({ action, entity, thing }) => (
        <>
          {words.entity(entity)}: {words.action(action)}
          <span className="of small dim">{thing}</span>
        </>
      ),
    },
    { label: t('desk.log.whom'), className: 'middle', cell: ({ thing }) => thing },
    ...(scope === 'club'
      ? []
      : [{ label: t('desk.log.club'), className: 'middle', cell: ({ club }: AuditEntry) => club?.name }]),
  ]
}
