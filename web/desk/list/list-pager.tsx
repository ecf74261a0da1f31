import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from './list-address.ts'
import { PageButtons } from './page-buttons.tsx'

interface PagerProps {
  page: number
  size: number
  /** The number of all rows; undefined until it is known. */
  total: number | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Says which rows are shown, sets how many a page has, and leads to the other pages. */
export function ListPager({ page, size, total, onPage, onSize }: PagerProps) {
  const { t } = useTranslation()
  const rowCount = total ?? 0
  if (total === 0)
    return (
      <div className="pager">
        <span aria-live="polite">{t('desk.noRows')}</span>
      </div>
    )
  const first = rowCount === 0 ? 0 : page * size + 1
  const last = Math.min(rowCount, (page + 1) * size)
  return (
    <div className="pager">
      <span className="nowrap" aria-live="polite">
        {total === undefined ? null : t('desk.range', { first, last, total })}
      </span>
      <span className="flow">
        <span aria-hidden="true">{t('desk.perPage')}</span>
        <select aria-label={t('desk.perPage')} value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {PAGE_SIZES.map((pageSize) => (
            <option key={pageSize}>{pageSize}</option>
          ))}
        </select>
      </span>
      <PageButtons page={page} isLast={last >= rowCount} onPage={onPage} />
    </div>
  )
}
