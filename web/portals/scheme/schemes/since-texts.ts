import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { useDeviceDay } from '../device-day.ts'

type Stated = Pick<Scheme, 'state' | 'state_ts' | 'facts'>

/** When a scheme was released and when it was published, as far as it is, each with the number of changes since. */
export function useSinceTexts({ state, state_ts, facts }: Stated): {
  released: string | null
  published: string | null
} {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  if (!facts) return { released: null, published: null }
  const { published_ts, changes_since, changes_since_release } = facts
  return {
    released:
      state === 'released' && state_ts !== null
        ? t('author.schemes.releasedOn', { day: dayOf(state_ts), count: changes_since_release })
        : null,
    published:
      published_ts === null
        ? null
        : t('author.schemes.publishedOn', { day: dayOf(published_ts), count: changes_since }),
  }
}
