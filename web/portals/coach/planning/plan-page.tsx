import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { Page } from '#web/shell/frame/page.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageTitle } from '../page-title.tsx'
import { fullName } from '../full-name.ts'
import { useSnapshot } from '../use-coach.ts'
import { useCompiledCurriculum } from '#web/portals/coach/assess/use-curriculum.ts'
import { PlanActions } from './plan-actions.tsx'
import { PlanEditorView } from './plan-editor.tsx'
import { PlanDetail } from './plan-detail.tsx'
import './plans.css'

/** The page of one plan: its owner edits it, other coaches read it. */
export function PlanPage() {
  const { t } = useTranslation()
  const { slug = '', planUuid = '' } = useParams()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { plans, ready } = useSnapshot()
  const compiled = useCompiledCurriculum(slug)
  const me = useMe()
  const plan = plans.get(planUuid)
  const listPath = `/planning/${slug}`
  const openCopy = useCallback(
    (copyUuid: string) => {
      alerts.show(t('coach.plan.copyMade'), 'begun', /* ms */ 15_000)
      void navigate(`/planning/${slug}/${copyUuid}`, { replace: true })
    },
    [alerts, navigate, slug, t],
  )
  const title = plan?.content.title ?? t(ready && me ? 'coach.plan.missing' : 'coach.loading')
  const isOwner = plan !== undefined && plan.owner.uuid === me?.uuid
  return (
    <Page title={title} className="plans">
      <PageTitle
        title={title}
        sub={
          plan && me && !isOwner
            ? t('coach.plan.by', { name: fullName(plan.owner) })
            : (compiled?.curriculum.name ?? '')
        }
        back={{ to: listPath, title: t('coach.plan.title') }}
      />
      {plan && me ? (
        isOwner ? (
          <PlanEditorView key={planUuid} plan={plan} compiled={compiled} onCopy={openCopy} />
        ) : (
          <>
            <PlanActions plan={plan} />
            <Card className="in">
              <PlanDetail content={plan.content} compiled={compiled} />
            </Card>
          </>
        )
      ) : ready && me ? (
        <p>
          {t('coach.plan.missingHow')} <Link to={listPath}>{t('coach.plan.title')}</Link>
        </p>
      ) : (
        <Skeleton height="20rem" />
      )}
    </Page>
  )
}
