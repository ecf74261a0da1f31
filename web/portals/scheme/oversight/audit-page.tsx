import { useTranslation } from 'react-i18next'
import { LogPage } from '#web/desk/log/log-page.tsx'
import { useDeviceMoment } from '../device-day.ts'

/** The client's audit log. */
export function AuditPage() {
  const { t } = useTranslation()
  return <LogPage title={t('author.audit.title')} formatMoment={useDeviceMoment()} scope="client" />
}
