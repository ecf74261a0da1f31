import { useTranslation } from 'react-i18next'
import type { useFoundClubs } from './use-found-clubs.ts'

/** The message below the clubs found: that they are loading, could not be loaded, are none, or more than are shown. */
export function useSearchMessage({ rows, total, isError }: ReturnType<typeof useFoundClubs>): string {
  const { t } = useTranslation()
  if (isError) return t('desk.clubs.failed')
  if (total === undefined) return t('desk.clubs.asking')
  if (rows.length === 0) return t('desk.clubs.noneFound')
  return total > rows.length ? t('desk.clubs.more', { count: total - rows.length }) : ''
}
