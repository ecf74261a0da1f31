import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useDeviceDay } from '../device-day.ts'
import { StateChip } from '../schemes/state-chip.tsx'
import { StateDialog } from '../schemes/state-dialog.tsx'
import { stateSteps, type StateStep } from '../schemes/state-steps.ts'

/** Below the header: who sees the scheme, when it was published, and the button that releases or retires it. */
export function SchemeStateBar({ scheme }: { scheme: Scheme | undefined }) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  const [step, setStep] = useState<StateStep | null>(null)
  // the row keeps its height while the list loads, so that the panes do not jump
  if (!scheme) return <div className="editor-state" />
  const { state, state_ts, facts } = scheme
  const [usualStep] = stateSteps[state]
  const publishedTs = facts?.published_ts ?? null
  return (
    <div className="editor-state">
      <StateChip state={state} />
      <p className="grow">
        {state_ts === null
          ? t(`author.state.who.${state}`)
          : t(`author.state.since.${state}`, { day: dayOf(state_ts) })}
        {facts === undefined || publishedTs === null ? null : (
          <>
            {' · '}
            {t('author.schemes.publishedOn', { day: dayOf(publishedTs), count: facts.changes_since })}
          </>
        )}
      </p>
      <Button size="small" kind={state === 'draft' ? 'main' : 'soft'} onClick={() => setStep(usualStep)}>
        {t(`author.state.step.${usualStep}`)}
      </Button>
      {step === null ? null : <StateDialog scheme={scheme} step={step} onClose={() => setStep(null)} />}
    </div>
  )
}
