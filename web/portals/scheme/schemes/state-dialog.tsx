import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { ConfirmDialog } from '#web/shell/frame/confirm-dialog.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { stateAfter, type StateStep } from './state-steps.ts'
import { useSchemeChange } from './use-schemes.ts'

interface StateDialogProps {
  scheme: Scheme
  step: StateStep
  onClose: () => void
}

/** Says what releasing, retiring or bringing back a scheme changes and for whom, and does it on confirmation. */
export function StateDialog({ scheme: { slug, name, state }, step, onClose }: StateDialogProps) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const change = useSchemeChange()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const changed = await change(() => api.setSchemeState(slug, { from: state, to: stateAfter[step] }))
    if (changed) alerts.show(t(`author.state.done.${step}`, { name }), 'done')
    onClose()
  }
  return (
    <ConfirmDialog
      open
      kind={step === 'release' || step === 'bringBack' ? 'main' : 'risk'}
      title={t(`author.state.ask.${step}`, { name })}
      confirmLabel={t(`author.state.step.${step}`)}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{t(`author.state.text.${step}`)}</p>
    </ConfirmDialog>
  )
}
