import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { useDeviceDay } from '../device-day.ts'
import { useSinceTexts } from '../schemes/since-texts.ts'

/** Who sees a scheme, or since when; what was changed since its release and its publication leads to the history. */
export function StateSentence({ scheme }: { scheme: Scheme }) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  const { state, state_ts, slug } = scheme
  const { released, published } = useSinceTexts(scheme)
  const since = [released, published].filter((text) => text !== null)
  return (
    <p className="grow">
      {released !== null
        ? null
        : state_ts === null
          ? t(`author.state.who.${state}`)
          : t(`author.state.since.${state}`, { day: dayOf(state_ts) })}
      {since.map((text, index) => (
        <span key={text}>
          {index > 0 || released === null ? ' · ' : null}
          <Link to={`/overview/${slug}/history`}>{text}</Link>
        </span>
      ))}
    </p>
  )
}
