import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { useDeviceDay } from '../device-day.ts'

type Stated = Pick<Scheme, 'state' | 'state_ts' | 'own' | 'subscribed' | 'facts'>

/**
 * When a scheme was released and when it was published, as far as it is, each with the number of changes since. What
 * another client owns is changed by its revisions, so that says which one it has instead of the changes since.
 */
export function useSinceTexts({ state, state_ts, own, subscribed, facts }: Stated): {
  released: string | null
  published: string | null
  follows: string | null
} {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  if (!facts) return { released: null, published: null, follows: null }
  const { published_ts, changes_since, changes_since_release, followed } = facts
  return {
    released:
      own && state === 'released' && state_ts !== null
        ? t('author.schemes.releasedOn', { day: dayOf(state_ts), count: changes_since_release })
        : null,
    published:
      published_ts === null
        ? null
        : t('author.schemes.publishedOn', { day: dayOf(published_ts), count: changes_since }),
    follows:
      followed === null ? null : t(`author.schemes.${subscribed ? 'follows' : 'hasFollowed'}`, { number: followed }),
  }
}
