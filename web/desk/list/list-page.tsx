import type { ReactNode } from 'react'
import type { SearchRule } from '#domain/platform/search.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { CsvButton, type CsvFile } from './csv-button.tsx'
import type { ListAddress } from './list-address.ts'
import { ListFilters } from './list-filters.tsx'
import { ListPager } from './list-pager.tsx'
import { ListSearch } from './list-search.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { useLastPage } from './use-last-page.ts'
import { isFailing, type Loading } from '../is-failing.ts'
import { NotLoaded } from '../not-loaded.tsx'

interface ListAnswer<Row> extends Loading {
  data: { rows: readonly Row[]; total: number } | undefined
  isPending: boolean
  /** Whether `data` is of the page from before, while another one is loading. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ListPageProps<Row, Sort extends string> extends Pick<
  ListTableProps<Row>,
  'columns' | 'idOf' | 'select' | 'drop'
> {
  title: string
  /** Shown beside the title, such as the number of rows. */
  subtitle?: ReactNode
  /** Buttons at the end of the header; the one that adds a row comes last. */
  actions?: ReactNode
  /** Given where the list can be downloaded. */
  csv?: CsvFile
  /** Shown below the header: `ViewTabs`. */
  tabs?: ReactNode
  searchLabel: string
  searchRule?: SearchRule
  /** Shown beside the search; where there is no room, behind a button. */
  filters?: ReactNode
  /** Shown in place of search and filters while rows are selected: `SelectedBar`. */
  selectedBar?: ReactNode
  list: ListAddress<Sort>
  answer: ListAnswer<Row>
  empty: { title: string; text: string }
  /** Whether rows are links that open them beside the list. */
  rowsOpen?: boolean
  /** The detail view beside the list. */
  panel?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** The page of a list: header, views, search, filters, table and pager, with a detail view beside it. */
export function ListPage<Row, Sort extends string>(props: ListPageProps<Row, Sort>) {
  const { title, list, answer, empty, csv } = props
  const total = answer.data?.total
  const { size } = list
  const failing = isFailing(answer)
  useLastPage(list, answer.data, (page) => list.change({ page }))
  return (
    <Page title={title}>
      <header className="head">
        <h1>{title}</h1>
        {props.subtitle === undefined ? null : <span className="dim">{props.subtitle}</span>}
        <span className="end split">
          {csv === undefined ? null : <CsvButton {...csv} disabled={!total} />}
          {props.actions}
        </span>
      </header>
      {props.tabs}
      <div className="work">
        <div className="list">
          {props.selectedBar ?? (
            <div className="tools">
              <ListSearch
                label={props.searchLabel}
                rule={props.searchRule ?? 'special'}
                value={list.search}
                onSearch={(search) => list.change({ search })}
              />
              {props.filters === undefined ? null : <ListFilters count={list.filterCount}>{props.filters}</ListFilters>}
            </div>
          )}
          {failing ? (
            <div className="in">
              <NotLoaded onRetry={answer.refetch} />
            </div>
          ) : null}
          <div className="scroll grow" data-scroll="list" aria-busy={answer.isPending || answer.isPlaceholderData}>
            {answer.data && total === 0 ? (
              <Empty title={empty.title}>{empty.text}</Empty>
            ) : answer.isError && !answer.data ? null : (
              <ListTable
                label={title}
                columns={props.columns}
                idOf={props.idOf}
                select={props.select}
                drop={props.drop}
                rows={failing && answer.isPlaceholderData ? undefined : answer.data?.rows}
                sort={list.sort}
                onSort={(sort) => list.change({ sort })}
                {...(props.rowsOpen === true ? { open: list.open, linkTo: list.openLink } : {})}
              />
            )}
          </div>
          <ListPager
            page={list.page}
            size={list.size}
            total={total}
            // a link to the page shows the same rows in a window of another height
            onPage={(page) => list.change({ page: page === 0 ? '' : String(page), per_page: String(size) })}
            onSize={(size) => list.change({ per_page: String(size) })}
          />
        </div>
        {props.panel}
      </div>
      {props.children}
    </Page>
  )
}
