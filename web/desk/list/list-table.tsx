import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useRowDrop, type RowDrop } from './row-drop.ts'
import type { Selection } from './use-selection.ts'

/** A column: its head, and what stands in it. The first one names the row. */
export interface Column<Row> {
  label: ReactNode
  cell: (row: Row) => ReactNode
  /** `lastname` of `alastname`. */
  sort?: string
  /** `middle` and `wide` leave where there is little room, `r` stands right. */
  className?: string
}

export interface ListTableProps<Row> {
  /** What the rows are, to screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined: on their way. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  /** The list's order: `a` or `d` and a field. */
  sort: string
  onSort: (sort: string) => void
  /** Who is open beside the table. */
  open?: string | null
  /** Where a row leads. */
  linkTo?: (id: string) => string
  /** Rows can be ticked; `nameOf` names one to screen readers. */
  select?: { selection: Selection; nameOf: (row: Row) => string } | undefined
  /** While something is dragged that rows can take. */
  drop?: RowDrop | undefined
}

/** Rows to their columns; the whole row is the target. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, idOf, sort, onSort, open, linkTo, select } = props
  const { t } = useTranslation()
  const dropOn = useRowDrop(props.drop)
  const shown = (rows ?? []).map(idOf)
  const all = shown.length > 0 && shown.every((id) => select?.selection.ids.has(id))
  return (
    <table className={classNames('table', linkTo === undefined && 'still')} aria-label={label}>
      <thead>
        <tr>
          {select ? (
            <th className="ticked">
              <input
                type="checkbox"
                aria-label={t('desk.tickAll')}
                checked={all}
                onChange={() => select.selection.tick(shown, !all)}
              />
            </th>
          ) : null}
          {columns.map((column, k) => (
            // a list's columns stay in their order
            // oxlint-disable-next-line react/no-array-index-key
            <ColumnHead key={k} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => {
          const id = idOf(row)
          return (
            <tr key={id} aria-selected={id === open ? true : undefined} {...dropOn(id)}>
              {select ? (
                <td className="ticked">
                  <input
                    type="checkbox"
                    aria-label={t('desk.tick', { name: select.nameOf(row) })}
                    checked={select.selection.ids.has(id)}
                    onChange={() => select.selection.tick([id], !select.selection.ids.has(id))}
                  />
                </td>
              ) : null}
              {columns.map((column, k) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={k} className={k === 0 ? 'name' : column.className}>
                  {k === 0 && linkTo ? (
                    <Link to={linkTo(id)} data-row={id}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
        {rows === undefined
          ? Array.from({ length: 12 }, (_, k) => (
              <tr key={k}>
                <td colSpan={columns.length + (select ? 1 : 0)}>
                  <Skeleton width={`${90 - ((k * 17) % 40)}%`} height="1.5em" />
                </td>
              </tr>
            ))
          : null}
      </tbody>
    </table>
  )
}

interface HeadProps<Row> extends Pick<ListTableProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>
}

/** A column's head; one that sorts turns round when it is pressed again. */
function ColumnHead<Row>({ column: { label, sort: field, className }, sort, onSort }: HeadProps<Row>) {
  if (field === undefined) return <th className={className}>{label}</th>
  const on = sort.slice(1) === field
  const down = on && sort.startsWith('d')
  return (
    <th className={className} aria-sort={on ? (down ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => onSort(`${on && !down ? 'd' : 'a'}${field}`)}>
        {label}
        {on ? <Icon of={down ? ArrowUp : ArrowDown} /> : null}
      </button>
    </th>
  )
}
