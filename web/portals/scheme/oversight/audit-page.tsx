import { useTranslation } from 'react-i18next'
import { LogPage } from '#web/desk/log/log-page.tsx'
import { useDeviceMoment } from '../device-day.ts'

/** Who did what, when and at which club. */
export function AuditPage() {
  const { t } = useTranslation()
  return <LogPage title={t('author.audit.title')} moment={useDeviceMoment()} of="client" />
}
