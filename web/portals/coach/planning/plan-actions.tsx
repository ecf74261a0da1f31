import { Copy, LogOut, Printer, Share2, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CoachPlan, PlanBase } from '#web/offline/coach-store.ts'
import { withoutMarks } from '#web/shell/i18n/isolated.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DeletePlanDialog } from './delete-plan-dialog.tsx'
import { duplicatePlan } from './plan-edits.ts'
import { PlanGroupsDialog } from './plan-groups-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { usePlanning } from './use-planning.ts'

/**
 * The actions for a whole plan: its owner can share and delete it, a reader can leave it, both can duplicate it [4.31].
 * `onDelete` is called before the deletion; the editor stops saving then, and answers what the deletion builds on.
 */
export function PlanActions({ plan, onDelete }: { plan: CoachPlan; onDelete?: () => PlanBase }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { session } = useShell()
  const me = useMe()
  const { busy, write } = usePlanning()
  const [openDialog, setOpenDialog] = useState<'share' | 'groups' | 'delete' | null>(null)
  const isOwner = plan.owner.uuid === me?.uuid
  const isReader = plan.shared.some((reader) => reader.uuid === me?.uuid)
  const listPath = `/planning/${plan.content.schemeSlug}`
  const close = () => setOpenDialog(null)

  async function duplicate(): Promise<void> {
    const planUuid = crypto.randomUUID()
    const title = withoutMarks(t('coach.plan.copyOf', { title: plan.content.title }))
    const content = duplicatePlan(plan.content, title, () => crypto.randomUUID())
    if (await write({ kind: 'plan', planUuid, content }, t('coach.plan.duplicated')))
      void navigate(`${listPath}/${planUuid}`)
  }
  async function leave(): Promise<void> {
    if (!me) return
    const input = { kind: 'plan_share', planUuid: plan.uuid, userUuid: me.uuid, value: false } as const
    if (await write(input, t('coach.plan.left', { title: plan.content.title }))) void navigate(listPath)
  }
  async function remove(): Promise<void> {
    close()
    const buildsOn = onDelete?.()
    const input = { kind: 'plan', planUuid: plan.uuid, content: null, ...(buildsOn ? { buildsOn } : {}) } as const
    if (await write(input, t('coach.plan.deleted', { title: plan.content.title }))) void navigate(listPath)
  }

  return (
    <div className="plan-actions tools">
      {isOwner ? (
        <Button onClick={() => setOpenDialog('share')}>
          <Icon icon={Share2} />
          {t('coach.plan.share')}
        </Button>
      ) : null}
      {session.subject()?.features['CAN_ADD_SESSION_PLAN_GROUP'] === true ? (
        <Button onClick={() => setOpenDialog('groups')}>
          <Icon icon={Users} />
          {t('coach.plan.groups')}
        </Button>
      ) : null}
      <Button disabled={busy} onClick={() => void duplicate()}>
        <Icon icon={Copy} />
        {t('coach.plan.duplicate')}
      </Button>
      <Button onClick={() => window.print()}>
        <Icon icon={Printer} />
        {t('coach.plan.print')}
      </Button>
      {isOwner ? (
        <Button kind="risk" onClick={() => setOpenDialog('delete')}>
          <Icon icon={Trash2} />
          {t('coach.plan.delete')}
        </Button>
      ) : isReader ? (
        <Button kind="risk" onClick={() => void leave()}>
          <Icon icon={LogOut} />
          {t('coach.plan.leave')}
        </Button>
      ) : null}
      {openDialog === 'share' ? <ShareDialog plan={plan} onClose={close} /> : null}
      {openDialog === 'groups' ? <PlanGroupsDialog plan={plan} onClose={close} /> : null}
      {openDialog === 'delete' ? (
        <DeletePlanDialog title={plan.content.title} onClose={close} onDelete={() => void remove()} />
      ) : null}
    </div>
  )
}
