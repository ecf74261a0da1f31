import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoachPlan } from '#web/offline/coach-store.ts'
import { weekdayName } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { canPlanGroup } from '#web/portals/coach/sessions/day-sessions.ts'
import { useSnapshot } from '../use-coach.ts'
import { useToday } from '#web/portals/coach/sessions/use-club-time.ts'
import { usePlanning } from './use-planning.ts'

/** Chooses the groups that a plan is on; each tick is saved at once. */
export function PlanGroupsDialog({ plan, onClose }: { plan: CoachPlan; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { groups, planGroups } = useSnapshot()
  const { write } = usePlanning()
  const today = useToday()
  const [busy, setBusy] = useState(false)
  const choices = groups
    .filter((group) => group.scheme_slug === plan.content.schemeSlug && canPlanGroup(group, today))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  async function toggle(groupId: string, name: string, value: boolean): Promise<void> {
    setBusy(true)
    const doneWords = t(value ? 'coach.plan.putOn' : 'coach.plan.takenOff', { name })
    await write({ kind: 'plan_group', planUuid: plan.uuid, groupId, value }, doneWords)
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('coach.plan.groupsTitle', { title: plan.content.title })}
      closeLabel={t('coach.plan.close')}
      footer={
        <Button kind="main" onClick={onClose}>
          {t('coach.plan.done')}
        </Button>
      }
    >
      <p>{t('coach.plan.groupsText')}</p>
      {choices.length === 0 ? <p className="dim">{t('coach.plan.noGroups')}</p> : null}
      <ul className="picks">
        {choices.map((group) => (
          <li key={group.id}>
            <label>
              <input
                type="checkbox"
                disabled={busy}
                checked={planGroups.some((link) => link.groupId === group.id && link.planUuid === plan.uuid)}
                onChange={(event) => void toggle(group.id, group.name, event.target.checked)}
              />
              <span>
                {group.name}
                <small className="dim">
                  {[...group.weekdays.map((day) => weekdayName(day, language)), group.start_at]
                    .filter(Boolean)
                    // the last weekdays and the time, three parts at most, so that the line stays short
                    .slice(-3)
                    .join(', ')}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
