import './club.css'
import { useTranslation } from 'react-i18next'
import { LogPage } from '#web/desk/log/log-page.tsx'
import { useClubMoment } from './club-day.ts'

/** The log of what users did in this club. */
export function ClubLogPage() {
  const { t } = useTranslation()
  return <LogPage title={t('club.clubLog.title')} formatMoment={useClubMoment()} scope="club" />
}
