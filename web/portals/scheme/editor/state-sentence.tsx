import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { useDeviceDay } from '../device-day.ts'
import { useSinceTexts } from '../schemes/since-texts.ts'

/**
 * Who sees a scheme, or since when; what was changed since its release and its publication leads to the history, the revision
 * of its owner to the notes of revisions.
 */
export function StateSentence({ scheme }: { scheme: Scheme }) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  const { state, state_ts, slug } = scheme
  const { released, published, follows } = useSinceTexts(scheme)
  const history = `/overview/${slug}/history`
  const since = [
    { text: released, to: history },
    { text: published, to: history },
    { text: follows, to: '/sharing?view=catalogue' },
  ].filter(({ text }) => text !== null)
  return (
    <p className="grow">
      {released !== null
        ? null
        : state_ts === null
          ? t(`author.state.who.${state}`)
          : t(`author.state.since.${state}`, { day: dayOf(state_ts) })}
      {since.map(({ text, to }, index) => (
        <span key={text}>
          {index > 0 || released === null ? ' · ' : null}
          <Link to={to}>{text}</Link>
        </span>
      ))}
    </p>
  )
}
