import { useTranslation } from 'react-i18next'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { PAGE_SIZES } from '../sessions/day-sessions.ts'
import './table-paging.css'

interface TablePagingProps {
  size: number
  onSize: (size: number) => void
  page: number
  onPage: (page: number) => void
  total: number
}

/** Chooses the rows per page and leads to the other pages of a table [2.38]. */
export function TablePaging({ size, onSize, page, onPage, total }: TablePagingProps) {
  const { t } = useTranslation()
  const lastPage = Math.ceil(total / size) - 1
  return (
    <>
      <label className="end flow">
        {t('coach.groups.perPage')}
        <select value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {PAGE_SIZES.map((n) => (
            <option key={n}>{n}</option>
          ))}
        </select>
      </label>
      <IdleButton size="small" idle={page === 0} onClick={() => onPage(page - 1)}>
        {t('coach.back')}
      </IdleButton>
      <IdleButton size="small" idle={page >= lastPage} onClick={() => onPage(page + 1)}>
        {t('coach.forward')}
      </IdleButton>
    </>
  )
}
