import { ArrowDown, ArrowUp } from 'lucide-react'
import { useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { columnOrder, type ColumnSort } from './column-order.ts'
import { useRowDrop, type RowDrop } from './row-drop.ts'
import type { Selection } from './use-selection.ts'

/** A column of a list. The first one names the row. */
export interface Column<Row> extends Partial<ColumnSort> {
  label: ReactNode
  cell: (row: Row) => ReactNode
  /** `middle` and `wide` hide the column on narrower screens; `r` aligns it to the right. */
  className?: string
}

export interface ListTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  /** The order of the list: `a` (ascending) or `d` (descending) and a field. */
  sort: string
  onSort: (sort: string) => void
  /** The id of the row that is open beside the table. */
  open?: string | null
  /** The link of a row. */
  linkTo?: (id: string) => string
  /** Given where rows can be selected; `nameOf` names a row for screen readers. */
  select?: { selection: Selection; nameOf: (row: Row) => string } | undefined
  /** Given while something is dragged that can be dropped on rows. */
  drop?: RowDrop | undefined
}

/** The table of a list. A click anywhere in a row follows its link, which the styles stretch over the row. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, idOf, sort, onSort, open, linkTo, select } = props
  // React draws them in slices of a few milliseconds, between which the page reacts
  const rows = useDeferredValue(props.rows)
  const { t } = useTranslation()
  const dropProps = useRowDrop(props.drop)
  const shownIds = (rows ?? []).map(idOf)
  const allSelected = shownIds.length > 0 && shownIds.every((id) => select?.selection.has(id))
  return (
    <table className={classNames('table', linkTo === undefined && 'still')} aria-label={label}>
      <thead>
        <tr>
          {select ? (
            <th className="ticked">
              <input
                type="checkbox"
                aria-label={t('desk.tickAll')}
                checked={allSelected}
                // rows that are not drawn yet cannot be selected, and a press would be lost
                disabled={shownIds.length === 0}
                onChange={() =>
                  select.selection.isAll ? select.selection.clear() : select.selection.tick(shownIds, !allSelected)
                }
              />
            </th>
          ) : null}
          {columns.map((column, index) => (
            // the columns never change their order
            // oxlint-disable-next-line react/no-array-index-key
            <ColumnHead key={index} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => {
          const id = idOf(row)
          return (
            <tr key={id} aria-selected={id === open ? true : undefined} {...dropProps(id)}>
              {select ? (
                <td className="ticked">
                  <input
                    type="checkbox"
                    aria-label={t('desk.tick', { name: select.nameOf(row) })}
                    checked={select.selection.has(id)}
                    // single rows are chosen again once not all are selected
                    disabled={select.selection.isAll}
                    onChange={() => select.selection.tick([id], !select.selection.has(id))}
                  />
                </td>
              ) : null}
              {columns.map((column, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index} className={index === 0 ? 'name' : column.className}>
                  {index === 0 && linkTo ? (
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
          ? // placeholders of different widths, so that they look like rows of text
            Array.from({ length: 12 }, (_, index) => (
              <tr key={index}>
                <td colSpan={columns.length + (select ? 1 : 0)}>
                  <Skeleton width={`${90 - ((index * 17) % 40)}%`} height="1.5em" />
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

/** The header of a column. Pressing it sorts the list, and pressing it again reverses the order. */
function ColumnHead<Row>({
  column: { label, sort: field, isReversed = false, className },
  sort,
  onSort,
}: HeadProps<Row>) {
  if (field === undefined) return <th className={className}>{label}</th>
  const { shown, next } = columnOrder({ sort: field, isReversed }, sort)
  // as in other programs the arrow points up in an ascending list, from A to Z
  return (
    <th className={className} aria-sort={shown}>
      <button type="button" onClick={() => onSort(next)}>
        {label}
        {shown === undefined ? null : <Icon icon={shown === 'descending' ? ArrowDown : ArrowUp} />}
      </button>
    </th>
  )
}
