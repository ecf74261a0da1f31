import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoachPlan } from '#web/offline/coach-store.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { fullName } from '../full-name.ts'
import { useColleagues, usePlanning } from './use-planning.ts'

/** Chooses the colleagues who can read a plan; each tick is saved at once. */
export function ShareDialog({ plan, onClose }: { plan: CoachPlan; onClose: () => void }) {
  const { t } = useTranslation()
  const { write } = usePlanning()
  const colleagues = useColleagues()
  const [busy, setBusy] = useState(false)
  const currentColleagues = colleagues.data?.data ?? []
  // readers who are no colleagues any more are still listed, so that the plan can be taken back from them
  const formerColleagues = plan.shared.filter((reader) => !currentColleagues.some(({ uuid }) => uuid === reader.uuid))
  const choices = [...currentColleagues, ...formerColleagues]

  async function toggle(userUuid: string, name: string, value: boolean): Promise<void> {
    setBusy(true)
    const doneWords = t(value ? 'coach.plan.sharedWith' : 'coach.plan.unsharedWith', { name })
    await write({ kind: 'plan_share', planUuid: plan.uuid, userUuid, value }, doneWords)
    setBusy(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('coach.plan.shareTitle', { title: plan.content.title })}
      closeLabel={t('coach.plan.close')}
      footer={
        <Button kind="main" onClick={onClose}>
          {t('coach.plan.done')}
        </Button>
      }
    >
      <p>{t('coach.plan.shareText')}</p>
      {colleagues.isPending ? <Skeleton height="8rem" /> : null}
      {colleagues.isError ? (
        <Alert kind="begun">
          <p>{t('coach.plan.shareOffline')}</p>
        </Alert>
      ) : null}
      {colleagues.isSuccess && choices.length === 0 ? <p className="dim">{t('coach.plan.nobody')}</p> : null}
      <ul className="picks">
        {choices.map((reader) => (
          <li key={reader.uuid}>
            <label>
              <input
                type="checkbox"
                disabled={busy}
                checked={plan.shared.some(({ uuid }) => uuid === reader.uuid)}
                onChange={(event) => void toggle(reader.uuid, fullName(reader), event.target.checked)}
              />
              <span>{fullName(reader)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
