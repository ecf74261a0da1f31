import '#web/features/scheme-browser/scheme-browser.css'
import { ClipboardList, PencilLine, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { assessmentPolicy } from '#domain/assessment/policy.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachPlan } from '#web/offline/coach-store.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useMay } from '#web/shell/session/use-may.ts'
import { useFeature } from '#web/portals/coach/features.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { PageTitle } from '../page-title.tsx'
import { canPlanGroupById } from '#web/portals/coach/sessions/day-sessions.ts'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { useSessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { PlanDetail } from './plan-detail.tsx'
import { plansOfGroup } from './plans-of-group.ts'
import { usePlanning } from './use-planning.ts'
import './plans.css'

/**
 * The plan of a group's sessions: the one that was put on the group last, or another plan on it that the coach chooses.
 */
export function SessionPlanPage() {
  const { t } = useTranslation()
  const { groupId } = useParams()
  const day = useSessionDay()
  const { group, snapshot, compiled, today } = useGroup(groupId, day.date)
  const mayPlan = useMay(assessmentPolicy['lesson-plans.write'])
  const mayPlanGroups = useFeature('CAN_ADD_SESSION_PLAN_GROUP')
  const { write } = usePlanning()
  const [chosen, setChosen] = useState<string | null>(null)
  const [choosing, setChoosing] = useState(false)
  if (!group) return <MissingGroup ready={snapshot.ready} />
  if (!mayPlan) return <Navigate replace to={`/member-groups/${group.id}`} />
  const mayChange = mayPlanGroups && group.scheme_slug !== null && canPlanGroupById(snapshot.groups, group.id, today)
  const groupPlans = plansOfGroup(snapshot, group.id)
  const plan = groupPlans.find(({ uuid }) => uuid === chosen) ?? groupPlans[0]
  const setOnGroup = (planUuid: string, value: boolean) =>
    write(
      { kind: 'plan_group', planUuid, groupId: group.id, value },
      t(value ? 'coach.plan.putOn' : 'coach.plan.takenOff', { name: group.name }),
    )
  const chooseButton = mayChange ? (
    <Button kind={plan ? 'soft' : 'main'} onClick={() => setChoosing(true)}>
      <Icon icon={ClipboardList} />
      {t('coach.plan.choose')}
    </Button>
  ) : null
  return (
    <Page title={`${t('coach.plan.session')}, ${group.name}`} className="plans">
      <PageTitle
        title={t('coach.plan.session')}
        sub={group.name}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      {plan ? (
        <>
          <div className="plan-actions tools">
            {chooseButton}
            <Link className="btn" to={`/planning/${plan.content.schemeSlug}/${plan.uuid}`}>
              <Icon icon={PencilLine} />
              {t('coach.plan.open')}
            </Link>
            <Button onClick={() => window.print()}>
              <Icon icon={Printer} />
              {t('coach.plan.print')}
            </Button>
            {mayChange ? (
              <Button onClick={() => void setOnGroup(plan.uuid, /* on the group */ false)}>
                {t('coach.plan.takeOff')}
              </Button>
            ) : null}
          </div>
          {groupPlans.length > 1 ? (
            <div className="tools">
              <Field label={t('coach.plan.which')}>
                {(control) => (
                  <Select {...control} value={plan.uuid} onChange={(event) => setChosen(event.target.value)}>
                    {groupPlans.map((choice) => (
                      <option key={choice.uuid} value={choice.uuid}>
                        {choice.content.title}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
          ) : null}
          <Card className="in">
            <PlanDetail content={plan.content} compiled={compiled} />
          </Card>
        </>
      ) : (
        <Card>
          <Empty title={t('coach.plan.noneOn')} action={chooseButton}>
            {t('coach.plan.noneOnHow')}
          </Empty>
        </Card>
      )}
      {choosing ? (
        <ChoosePlanDialog
          group={group}
          plans={[...snapshot.plans.values()].filter((other) => !groupPlans.includes(other))}
          onClose={() => setChoosing(false)}
          onChoose={(uuid) => {
            setChoosing(false)
            void setOnGroup(uuid, /* on the group */ true).then((saved) => saved && setChosen(uuid))
          }}
        />
      ) : null}
    </Page>
  )
}

interface ChoosePlanDialogProps {
  group: Group
  plans: readonly CoachPlan[]
  onClose: () => void
  onChoose: (planUuid: string) => void
}

function ChoosePlanDialog({ group, plans, onClose, onChoose }: ChoosePlanDialogProps) {
  const { t } = useTranslation()
  const choices = plans
    .filter((plan) => plan.content.schemeSlug === group.scheme_slug)
    .toSorted((a, b) => a.content.title.localeCompare(b.content.title))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('coach.plan.chooseTitle', { name: group.name })}
      closeLabel={t('coach.plan.close')}
    >
      {choices.length === 0 ? (
        <p>
          {t('coach.plan.noneToChoose')}{' '}
          <Link to={`/planning/${group.scheme_slug ?? ''}`}>{t('coach.plan.title')}</Link>
        </p>
      ) : null}
      <ul className="choices">
        {choices.map((plan) => (
          <li key={plan.uuid}>
            <button type="button" onClick={() => onChoose(plan.uuid)}>
              <span className="grow">{plan.content.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
