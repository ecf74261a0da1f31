import { useTranslation } from 'react-i18next'
import { BEFORE_TS } from '#domain/assessment/brought.ts'
import { useClubDay } from '../club-day.ts'

/** Writes when a level was passed; of one that was passed elsewhere nobody may know the day. */
export function usePassedDay(): (ts: number) => string {
  const { t } = useTranslation()
  const day = useClubDay()
  return (ts) => (ts === BEFORE_TS ? t('club.sheet.before') : day(ts))
}
