import '../parent.css'
import '../paper/paper.css'
import '../curriculum/sheets.css'
import { RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { clockTime, deviceDate, plainDay, shortDay } from '#web/shell/i18n/dates.ts'
import { FooterText, HeaderRow } from '#web/shell/frame/header-slots.tsx'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useMe, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { restoreLostFocus } from '#web/ui/lost-focus.ts'
import { AwardBanner } from '../awards/award-banner.tsx'
import { AwardHistory } from '../awards/award-history.tsx'
import { awardsOf, awardToCelebrate, awardHistoryOf } from '../awards/awards.ts'
import { AwardMailQuestion } from './award-mail-question.tsx'
import { ChildCard } from './child-card.tsx'
import { ChildrenAtAGlance } from './children-at-a-glance.tsx'
import { NoChildren } from './no-children.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { PrintAll } from '../paper/print-all.tsx'
import { dismissedAwards } from '../awards/stored-set.ts'
import { useCloseDialog } from '../use-close-dialog.ts'
import { useFamily, type Family } from './use-family.ts'
import { useNewAward } from '../awards/use-new-award.ts'

const SkillDetail = lazyWithRetry(() => import('../curriculum/skill-detail.tsx').then((module) => module.SkillDetail))

function Greeting() {
  const { t } = useTranslation()
  const me = useMe()
  const language = useWordLanguage()
  const now = useNow()
  return (
    <HeaderRow>
      <div className="greet">
        <h1>{me ? t('parent.hello', { name: me.firstname }) : t('parent.overview')}</h1>
        <span>{plainDay(deviceDate(now), language)}</span>
      </div>
    </HeaderRow>
  )
}

/** The parent's home page: all children with their progress, and their awards [2.4]. */
export function OverviewPage() {
  const { t } = useTranslation()
  const family = useFamily()
  return (
    <Page title={t('parent.overview')} className="over">
      <Greeting />
      {family.state === 'loading' ? <OverviewSkeleton /> : null}
      {family.state === 'failed' ? (
        <Alert
          kind="bad"
          end={
            <Button size="small" onClick={family.retry}>
              <Icon icon={RefreshCw} />
              {t('parent.again')}
            </Button>
          }
        >
          <p role="alert">{t('parent.failed')}</p>
        </Alert>
      ) : null}
      {family.state === 'ready' ? <Children family={family.family} /> : null}
    </Page>
  )
}

/** The text that says when the server returned the members. */
function useLastUpdated(loadedAt: number): string {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const now = useNow()
  return t('parent.updated', {
    day: shortDay(deviceDate(loadedAt), deviceDate(now), language),
    time: clockTime(loadedAt),
  })
}

function Children({ family: { members, schemes, loadedAt } }: { family: Family }) {
  const { t } = useTranslation()
  const { online } = useConnection()
  const now = useNow()
  const [query, setQuery] = useSearchParams()
  const [dismissed, setDismissed] = useState(() => dismissedAwards.read())
  const awards = useMemo(() => awardsOf(members), [members])
  const history = useMemo(() => awardHistoryOf(members), [members])
  const newAward = useNewAward(awards)
  const updatedText = useLastUpdated(loadedAt)
  const celebrated = awardToCelebrate(awards, dismissed, now / 1000)

  function dismiss(): void {
    // all of them, or an older award would appear if the dismissed one were taken back
    dismissedAwards.add(awards.map((award) => award.key))
    setDismissed(dismissedAwards.read())
    restoreLostFocus()
  }
  const openSkill = (memberUuid: string) => (slug: string, nodeId: string) =>
    setQuery({ child: memberUuid, skill: slug + nodeId })
  const child = members.find((member) => member.uuid === query.get('child'))
  const closeSkill = useCloseDialog(child !== undefined, '')

  return (
    <>
      <FooterText>{updatedText}</FooterText>
      <div className="sr" aria-live="polite">
        {newAward ? t('parent.award.passed', { name: newAward.member.firstname, level: newAward.title }) : null}
      </div>
      {online ? null : (
        <div className="seen">
          <Alert>
            <p>{t('parent.offline', { updated: updatedText })}</p>
          </Alert>
        </div>
      )}
      <div className="kids">
        {members.length === 0 ? <NoChildren /> : null}
        <ChildrenAtAGlance members={members} schemes={schemes} />
        {members.map((member) => (
          <ChildCard key={member.uuid} member={member} schemes={schemes} onSkill={openSkill(member.uuid)} />
        ))}
      </div>
      {members.length === 0 ? null : (
        <div className="aside">
          {celebrated ? <AwardBanner key={celebrated.key} award={celebrated} onDismiss={dismiss} /> : null}
          <AwardMailQuestion />
          <AwardHistory awards={history} schemes={schemes} />
          <PrintAll members={members} />
        </div>
      )}
      {child ? (
        <SkillDetail
          member={child}
          schemes={schemes}
          skillPath={query.get('skill') ?? ''}
          onSkill={openSkill(child.uuid)}
          onClose={closeSkill}
        />
      ) : null}
    </>
  )
}
