import { ListFilter } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The filters of a list: beside the search where there is room, else behind a button, which says how many are set. */
export function ListFilters({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button className="filters-button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <Icon icon={ListFilter} />
        {count === 0 ? t('desk.filters') : t('desk.filtersSet', { count })}
      </Button>
      <div id={id} className={isOpen ? 'filters open' : 'filters'}>
        {children}
      </div>
    </>
  )
}
