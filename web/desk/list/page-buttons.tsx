import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface PageButtonsProps {
  /** From 0. */
  page: number
  isLast: boolean
  onPage: (page: number) => void
}

/** The buttons to the previous and the next page of a list. */
export function PageButtons({ page, isLast, onPage }: PageButtonsProps) {
  const { t } = useTranslation()
  return (
    <span className="end split">
      <IdleButton
        size="small"
        icon
        aria-label={t('desk.previousPage')}
        idle={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <Icon icon={ChevronLeft} />
      </IdleButton>
      <IdleButton size="small" icon aria-label={t('desk.nextPage')} idle={isLast} onClick={() => onPage(page + 1)}>
        <Icon icon={ChevronRight} />
      </IdleButton>
    </span>
  )
}
