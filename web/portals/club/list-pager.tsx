import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PAGE_SIZES } from './member-filters.ts'

interface PagerProps {
  page: number
  size: number
  total: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Which rows these are, how many a page has, and the ways to the other pages. */
export function ListPager({ page, size, total, onPage, onSize }: PagerProps) {
  const { t } = useTranslation()
  const first = total === 0 ? 0 : page * size + 1
  const last = Math.min(total, (page + 1) * size)
  return (
    <div className="pager">
      <span className="nowrap" aria-live="polite">
        {t('club.range', { first, last, total })}
      </span>
      <span className="flow">
        <span aria-hidden="true">{t('club.perPage')}</span>
        <select aria-label={t('club.perPage')} value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {PAGE_SIZES.map((n) => (
            <option key={n}>{n}</option>
          ))}
        </select>
      </span>
      <span className="end split">
        <Button
          size="small"
          icon
          aria-label={t('club.previousPage')}
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
        >
          <Icon of={ChevronLeft} />
        </Button>
        <Button
          size="small"
          icon
          aria-label={t('club.nextPage')}
          disabled={last >= total}
          onClick={() => onPage(page + 1)}
        >
          <Icon of={ChevronRight} />
        </Button>
      </span>
    </div>
  )
}
