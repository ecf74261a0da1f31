import { Award } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { useLevelStatusWords } from '#web/features/progress-view/level-view.tsx'
import { levelsOf, type ReadyScheme, type ScoredMember } from '#web/features/progress-view/member-progress.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { useClubDay } from '../../club-day.ts'
import { usePassedDay } from '../passed-day.ts'
import { useMemberProgress } from './member-detail-data.ts'

/** How many awards, and how many open skills of a level, are shown; a button shows all awards. */
const SHOWN_AT_FIRST = 5

interface ProgressProps {
  detail: MemberDetail
  schemes: ReadonlyMap<string, ReadyScheme>
}

/** A member's progress at the present level of each scheme. */
export function LevelParts({ detail, schemes }: ProgressProps) {
  const progress = useMemberProgress(detail.uuid)
  if (!progress.data) {
    return (
      <section aria-busy={progress.isPending}>
        {progress.isError ? <NotLoaded onRetry={progress.refetch} /> : <Skeleton height="6rem" />}
      </section>
    )
  }
  return <Levels member={{ ...detail, scores: progress.data.scores }} schemes={schemes} />
}

function Levels({ member, schemes }: { member: ScoredMember; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const { t } = useTranslation()
  const words = useLevelStatusWords()
  const levels = levelsOf(member, schemes)
  if (levels.length === 0)
    return (
      <section>
        <h3>{t('club.members.progress')}</h3>
        <p className="dim">{t('club.sheet.noLevel')}</p>
      </section>
    )
  return levels.map(({ slug, schemeName, levelTitle, progress }) => (
    <section key={slug}>
      <div className="split">
        <h3>{t('progress.schemeLevel', { scheme: schemeName, level: levelTitle })}</h3>
        <b className="end nowrap">{words(progress)}</b>
      </div>
      <Pips marks={progress.rungs.map((rung) => rung.state)} need={progress.need} />
      <ul className="go small">
        {progress.rungs
          .filter((rung) => rung.state !== 'done')
          .slice(0, SHOWN_AT_FIRST)
          .map((rung) => (
            <li key={rung.id}>
              <Pip mark={rung.state} />
              <span>{keepUnitsTogether(schemes.get(slug)?.nodes.get(rung.id)?.title ?? rung.id)}</span>
              <span className={`word ${rung.state}`}>
                {t(rung.state === 'begun' ? 'progress.begun' : 'progress.notYet')}
              </span>
            </li>
          ))}
      </ul>
    </section>
  ))
}

/** A member's awards; those that have ended come last. */
export function AwardsPart({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const passedDay = usePassedDay()
  const [showsAll, setShowsAll] = useState(false)
  const awards = useMemberProgress(uuid).data?.awards ?? []
  if (awards.length === 0) return null
  return (
    <section>
      <h3>{t('club.sheet.awards')}</h3>
      <ul className="stack">
        {awards.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((award) => (
          <li
            key={`${award.scheme_slug}${award.node_id}${award.completed_ts}${award.ended_ts ?? ''}`}
            className="split"
          >
            <Icon icon={Award} />
            <span className="grow">{award.title}</span>
            <span className="small dim nowrap">
              {award.ended_ts !== null
                ? t('club.sheet.awardEnded', { day: day(award.ended_ts) })
                : award.brought
                  ? t('club.sheet.awardBrought', { day: passedDay(award.completed_ts) })
                  : day(award.completed_ts)}
            </span>
          </li>
        ))}
      </ul>
      {awards.length > SHOWN_AT_FIRST && !showsAll ? (
        <Button kind="bare" size="small" onClick={() => setShowsAll(true)}>
          {t('club.sheet.allAwards', { count: awards.length })}
        </Button>
      ) : null}
    </section>
  )
}
