import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Select } from '#web/ui/form/select.tsx'

const STATUSES = ['current', 'lapsed', 'anonymised', 'unlinked'] as const
type Status = (typeof STATUSES)[number]

/** The status by which a list of users is filtered, from the page's URL; by default only active users are listed. */
export const statusIn = (address: URLSearchParams): Status =>
  STATUSES.find((status) => status === address.get('status')) ?? 'current'

/** The status to show: an active user who has not set a password yet is invited. A program (`api`) has no password. */
export function shownStatus({ status, type, verified }: ListedUser): string {
  return status === 'current' && verified === 0 && type !== 'api' ? 'invited' : status
}

/** The list's filter by status; the page's URL names none for active users, the default. */
export function StatusFilter({ value, onChange }: { value: Status; onChange: (status: string) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('desk.users.statusOf')}
      value={value}
      onChange={(event) => onChange(event.target.value === 'current' ? '' : event.target.value)}
    >
      {STATUSES.map((status) => (
        <option key={status} value={status}>
          {t(`desk.users.status.${status}`)}
        </option>
      ))}
    </Select>
  )
}

/** The day of the last login; or the status of a user who cannot log in, or has not done so yet. */
export function LastLogin({ user, day }: { user: ListedUser; day: (seconds: number) => string }) {
  const { t } = useTranslation()
  const status = shownStatus(user)
  if (status !== 'current')
    return <Chip kind={status === 'invited' ? 'begun' : 'line'}>{t(`desk.users.status.${status}`)}</Chip>
  if (user.type === 'api') return t('desk.users.byToken')
  return user.last_login === null ? t('desk.users.never') : day(user.last_login)
}
