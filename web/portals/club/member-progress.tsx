import { Award, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberProgress, MemberSheet } from '#contract/club-members.ts'
import type { SchemeNode } from '#contract/schemes.ts'
import { localDate } from '#domain/club-time.ts'
import { useStandingWords } from '#web/features/progress-view/level-view.tsx'
import { levelsOf, type ReadyScheme, type Standing } from '#web/features/progress-view/member-progress.ts'
import { displayDate } from '#web/shell/dates.ts'
import { useMe, useWordLanguage } from '#web/shell/shell-context.ts'
import { useNow } from '#web/shell/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pip } from '#web/ui/pip.tsx'
import { Pips } from '#web/ui/pips.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { unbroken } from '#web/ui/unbroken.ts'
import { useMarks, useProgress } from './member-sheet-data.ts'

const FEW = 5

/** `Nov 20th 2026` of unix seconds at the club. */
export function useClubDay(): (ts: number) => string {
  const zone = useMe()?.club?.time_zone ?? 'UTC'
  const language = useWordLanguage()
  const today = localDate(useNow(), zone)
  return (ts) => displayDate(localDate(ts * 1000, zone), today, language)
}

interface ProgressProps {
  sheet: MemberSheet
  schemes: ReadonlyMap<string, ReadyScheme>
}

/** Where a member stands in each scheme, its awards and its marks. */
export function ProgressParts({ sheet, schemes }: ProgressProps) {
  const { t } = useTranslation()
  const progress = useProgress(sheet.uuid)
  if (!progress.data) {
    return (
      <section aria-busy={progress.isPending}>
        {progress.isError ? <p>{t('club.failed')}</p> : <Skeleton height="6rem" />}
      </section>
    )
  }
  return (
    <>
      <Levels standing={{ ...sheet, scores: progress.data.scores }} schemes={schemes} />
      <Awards awards={progress.data.awards} />
      <Marks uuid={sheet.uuid} schemes={schemes} />
    </>
  )
}

function Levels({ standing, schemes }: { standing: Standing; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const { t } = useTranslation()
  const words = useStandingWords()
  const levels = levelsOf(standing, schemes)
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
      <Pips marks={progress.rungs.map((rung) => rung.mark)} need={progress.need} />
      <ul className="go small">
        {progress.rungs
          .filter((rung) => rung.mark !== 'd')
          .slice(0, FEW)
          .map((rung) => (
            <li key={rung.id}>
              <Pip mark={rung.mark} />
              <span>{unbroken(schemes.get(slug)?.nodes.get(rung.id)?.title ?? rung.id)}</span>
              <span className={`word ${rung.mark}`}>{t(rung.mark === 'h' ? 'progress.begun' : 'progress.notYet')}</span>
            </li>
          ))}
      </ul>
    </section>
  ))
}

function Awards({ awards }: Pick<MemberProgress, 'awards'>) {
  const { t } = useTranslation()
  const day = useClubDay()
  const [all, setAll] = useState(false)
  if (awards.length === 0) return null
  return (
    <section>
      <h3>{t('club.sheet.awards')}</h3>
      <ul className="stack">
        {awards.slice(0, all ? undefined : FEW).map((award) => (
          <li
            key={`${award.scheme_slug}${award.node_id}${award.completed_ts}${award.ended_ts ?? ''}`}
            className="split"
          >
            <Icon of={Award} />
            <span className="grow">{award.title}</span>
            <span className="small dim nowrap">
              {award.ended_ts === null
                ? day(award.completed_ts)
                : t('club.sheet.awardEnded', { day: day(award.ended_ts) })}
            </span>
          </li>
        ))}
      </ul>
      {awards.length > FEW && !all ? (
        <Button kind="bare" size="small" onClick={() => setAll(true)}>
          {t('club.sheet.allAwards', { count: awards.length })}
        </Button>
      ) : null}
    </section>
  )
}

/** What a grade is called: by the scale of the skill's kind; a level is passed or taken back. */
function gradeWords(scheme: ReadyScheme | undefined, node: SchemeNode | undefined, grade: number): string | undefined {
  if (!node || node.t !== 's') return undefined
  return scheme?.curriculum.grades.find((scale) => scale.grade === node.grade)?.labels[Math.max(grade, 0)]
}

function Marks({ uuid, schemes }: { uuid: string; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const { t } = useTranslation()
  const day = useClubDay()
  const [size, setSize] = useState(FEW)
  const marks = useMarks(uuid, size)
  if (!marks.data || marks.data.total === 0) return null
  const levelWord = (grade: number) =>
    t(grade > 0 ? 'club.sheet.passed' : grade < 0 ? 'club.sheet.revoked' : 'club.sheet.cleared')
  return (
    <section>
      <h3>{t('club.sheet.history')}</h3>
      <ul className="stack small">
        {marks.data.rows.map((mark, k) => {
          const scheme = schemes.get(mark.scheme_slug)
          const node = scheme?.nodes.get(mark.node_id)
          const manual = mark.node_id.endsWith('/manual')
          return (
            // the same mark may stand twice
            // oxlint-disable-next-line react/no-array-index-key
            <li key={k}>
              <span className="mid">{unbroken(mark.title)}</span>:{' '}
              {manual ? levelWord(mark.grade) : (gradeWords(scheme, node, mark.grade) ?? mark.grade)}
              <br />
              <span className="dim">
                {t('club.sheet.markBy', { day: day(mark.ts), name: mark.by, group: mark.group })}
              </span>
            </li>
          )
        })}
      </ul>
      {marks.data.total > marks.data.rows.length && size < 1_000 ? (
        <Button kind="bare" size="small" onClick={() => setSize(size * 5)}>
          <Icon of={ChevronDown} />
          {t('club.sheet.moreMarks', { count: marks.data.total - marks.data.rows.length })}
        </Button>
      ) : null}
    </section>
  )
}
