import { UserRoundSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { useGuests } from './guests-data.ts'

/** Leads to the guests of the club; nothing when there are none. */
export function GuestsLink() {
  const { t } = useTranslation()
  const count = useGuests().data?.length ?? 0
  if (count === 0) return null
  return (
    <Link className="btn" to="/members/guests">
      <Icon icon={UserRoundSearch} />
      {t('club.guests.button', { count })}
    </Link>
  )
}
