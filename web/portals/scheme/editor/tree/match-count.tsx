import { useTranslation } from 'react-i18next'
import type { FoundNodes } from './find-nodes.ts'

/**
 * Announces the number of matches to screen readers; visible only when the list does not show all of them. `found` is null
 * without a search.
 */
export function MatchCount({ found }: { found: FoundNodes | null }) {
  const { t } = useTranslation()
  const shown = found?.shown.length ?? 0
  const total = found?.total ?? 0
  return (
    <output className={total > shown ? 'small dim' : 'sr'}>
      {found === null
        ? null
        : total > shown
          ? t('author.jump.foundMore', { shown, count: total })
          : t('author.jump.found', { count: total })}
    </output>
  )
}
