import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEditorSnapshot } from './editor-context.ts'
import { StateChip } from '../schemes/state-chip.tsx'
import { StateDialog } from '../schemes/state-dialog.tsx'
import { stateSteps, type StateStep } from '../schemes/state-steps.ts'
import { StateSentence } from './state-sentence.tsx'

/** Below the header: who sees the scheme, what was changed since, and the button that releases or retires it. */
export function SchemeStateBar({ scheme }: { scheme: Scheme | undefined }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<StateStep | null>(null)
  useFactsAfterSaving()
  // the row keeps its height while the list loads, so that the panes do not jump
  if (!scheme) return <div className="editor-state" />
  const { state } = scheme
  const [usualStep] = stateSteps[state]
  return (
    <div className="editor-state">
      <StateChip state={state} />
      <StateSentence scheme={scheme} />
      <Link className="btn small" to={`/overview/${scheme.slug}/history`}>
        <Icon icon={History} />
        {t('author.history.open')}
      </Link>
      <Button size="small" kind={state === 'draft' ? 'main' : 'soft'} onClick={() => setStep(usualStep)}>
        {t(`author.state.step.${usualStep}`)}
      </Button>
      {step === null ? null : <StateDialog scheme={scheme} step={step} onClose={() => setStep(null)} />}
    </div>
  )
}

/** The list is asked again this long after the last save, so that it is not asked at every key. */
const QUIET_MS = 1_500

/** Asks for the facts of the schemes again when the open one was saved, by this author or another one. */
function useFactsAfterSaving(): void {
  const queries = useQueryClient()
  const { revision } = useEditorSnapshot()
  const lastRevision = useRef(revision)
  useEffect(() => {
    if (revision === lastRevision.current) return undefined
    const timer = setTimeout(() => {
      lastRevision.current = revision
      void queries.invalidateQueries({ queryKey: ['schemes'] })
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [queries, revision])
}
