import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { levelRingText } from '#domain/assessment/level-ring-text.ts'
import { deviceDate, displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Seal } from '#web/ui/rungs/seal.tsx'
import type { AwardOfChild } from './awards.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { AwardWord } from './award-word.tsx'
import { CertificateButton } from './certificate-button.tsx'
import { joinWithDots } from '../overview/group-title.ts'

const SHOWN_AT_FIRST = 6

/** All awards of all children, newest first, including those that were taken back. */
export function AwardHistory({
  awards,
  schemes,
}: {
  awards: readonly AwardOfChild[]
  schemes: ReadonlyMap<string, ReadyScheme>
}) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const [showsAll, setShowsAll] = useState(false)
  const today = deviceDate(useNow())
  const day = (seconds: number) => displayDate(deviceDate(seconds * 1000), today, language).replaceAll(' ', '\u00a0')
  // the scheme is named where another one has a level of the same name
  const schemeName = ({ slug, title }: AwardOfChild) =>
    awards.some((other) => other.title === title && other.slug !== slug)
      ? (schemes.get(slug)?.curriculum.name ?? null)
      : null
  const shown = showsAll ? awards : awards.slice(0, SHOWN_AT_FIRST)
  return (
    <section className="card awards" aria-labelledby="awards">
      <header>
        <h2 id="awards">{t('parent.awards')}</h2>
      </header>
      <div className="in">
        {awards.length === 0 ? <p className="dim">{t('parent.noAwards')}</p> : null}
        <ol className="history">
          {shown.map((award) => (
            <li key={award.key} className={award.endedTs === null ? undefined : 'ended'}>
              <Seal size="2.75rem">{levelRingText(award.title).middle}</Seal>
              <div>
                <span className="mid">
                  {t('parent.award.of', { name: award.member.firstname, level: award.title })}
                </span>
                <br />
                <span className="small dim">
                  {joinWithDots([
                    schemeName(award),
                    award.endedTs === null
                      ? day(award.completedTs)
                      : t('parent.award.ended', { passed: day(award.completedTs), ended: day(award.endedTs) }),
                  ])}
                </span>
                <AwardWord word={award.word} />
              </div>
              {award.endedTs === null ? <CertificateButton award={award} plain /> : null}
            </li>
          ))}
        </ol>
        {awards.length > SHOWN_AT_FIRST && !showsAll ? (
          <Button kind="bare" onClick={() => setShowsAll(true)}>
            {t('parent.allAwards', { count: awards.length })}
            <Icon icon={ChevronDown} />
          </Button>
        ) : null}
      </div>
    </section>
  )
}
