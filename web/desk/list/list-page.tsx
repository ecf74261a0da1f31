import './desk-list.css'
import { useEffect, type ReactNode } from 'react'
import type { SearchRule } from '#domain/platform/search.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { CsvButton, type CsvFile } from './csv-button.tsx'
import type { ListAddress } from './list-address.ts'
import { ListPager } from './list-pager.tsx'
import { ListSearch } from './list-search.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { NotLoaded } from '../not-loaded.tsx'

interface ListAnswer<Row> {
  data: { rows: readonly Row[]; total: number } | undefined
  isError: boolean
  isPending: boolean
  refetch: () => unknown
}

interface ListPageProps<Row, Sort extends string> extends Pick<
  ListTableProps<Row>,
  'columns' | 'idOf' | 'select' | 'drop'
> {
  title: string
  /** Beside the title, such as how many there are. */
  about?: ReactNode
  /** At the end of the head; the way to add one comes last. */
  actions?: ReactNode
  /** What is shown can be had as a file. */
  csv?: CsvFile
  /** Under the head: `ViewTabs`. */
  tabs?: ReactNode
  searchLabel: string
  searchRule?: SearchRule
  /** Beside the search. */
  filters?: ReactNode
  list: ListAddress<Sort>
  answer: ListAnswer<Row>
  empty: { title: string; text: string }
  /** A row leads to what is open beside the list. */
  opens?: boolean
  /** What is open beside the list. */
  panel?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** The page of a list: head, views, search, filters, table, pages, and a panel beside it. */
export function ListPage<Row, Sort extends string>(props: ListPageProps<Row, Sort>) {
  const { title, list, answer, empty, csv } = props
  const total = answer.data?.total
  const { page, size, change } = list
  // rows were taken away, or an old address asks for more than there are: the last page, not an empty one
  const beyond = answer.data?.rows.length === 0 && total !== undefined && total > 0 && page * size >= total
  useEffect(() => {
    if (!beyond) return
    const last = Math.ceil(total / size) - 1
    change({ page: last === 0 ? '' : String(last) })
  })
  return (
    <Page title={title}>
      <header className="head">
        <h1>{title}</h1>
        {props.about === undefined ? null : <span className="dim">{props.about}</span>}
        <span className="end split">
          {csv === undefined ? null : <CsvButton {...csv} disabled={!total} />}
          {props.actions}
        </span>
      </header>
      {props.tabs}
      <div className="work">
        <div className="list">
          <div className="tools">
            <ListSearch
              label={props.searchLabel}
              rule={props.searchRule ?? 'special'}
              value={list.search}
              onSearch={(search) => list.change({ search })}
            />
            {props.filters}
          </div>
          {answer.isError ? (
            <div className="in">
              <NotLoaded again={answer.refetch} />
            </div>
          ) : null}
          <div className="scroll grow" aria-busy={answer.isPending}>
            {answer.data && total === 0 ? (
              <Empty title={empty.title}>{empty.text}</Empty>
            ) : answer.isError && !answer.data ? null : (
              <ListTable
                label={title}
                columns={props.columns}
                idOf={props.idOf}
                select={props.select}
                drop={props.drop}
                rows={answer.data?.rows}
                sort={list.sort}
                onSort={(sort) => list.change({ sort })}
                {...(props.opens === true ? { open: list.open, linkTo: list.openLink } : {})}
              />
            )}
          </div>
          <ListPager
            page={list.page}
            size={list.size}
            total={total}
            onPage={(page) => list.change({ page: page === 0 ? '' : String(page) })}
            onSize={(size) => list.change({ per_page: String(size) })}
          />
        </div>
        {props.panel}
      </div>
      {props.children}
    </Page>
  )
}
