import { Plus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_LIMITS } from '#domain/assessment/lesson-plan.ts'
import type { CoachPlan } from '#web/offline/coach-store.ts'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { LongText, ShortText } from '#web/shell/frame/limited-text.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { SaveStatus } from '#web/portals/coach/assess/saving/save-status.tsx'
import { PlanActions } from './plan-actions.tsx'
import { addSection } from './plan-edits.ts'
import { SectionForm } from './plan-section.tsx'
import { PlanDetail } from './plan-detail.tsx'
import { usePlanEditor } from './use-plan-editor.ts'
import '../assess/assess.css'

interface PlanEditorViewProps {
  plan: CoachPlan
  compiled: CompiledCurriculum | undefined
  onCopy: (planUuid: string) => void
}

/**
 * The form in which the owner writes a plan; it is saved automatically. The printed page shows the plan for reading.
 */
export function PlanEditorView({ plan, compiled, onCopy }: PlanEditorViewProps) {
  const { t } = useTranslation()
  const { content, problem, saves, change, undo, canUndo, flush, stopSaving } = usePlanEditor(plan, onCopy)
  const [dragged, setDragged] = useState<string | null>(null)
  return (
    <>
      <div className="plan-edit" onBlur={flush}>
        {plan.copyOf === null ? null : (
          <Alert kind="begun">
            <p>{t('coach.plan.copyText')}</p>
          </Alert>
        )}
        {/* such as one without a name: it is saved with the next change that mends it, or not at all */}
        {problem === null ? null : <UnsavedEntries />}
        <PlanActions plan={{ ...plan, content }} onDelete={stopSaving} />
        <Card className="in stack">
          <Field label={t('coach.plan.name')} error={problem === 'title' ? t('coach.plan.nameMissing') : undefined}>
            {(control) => (
              <ShortText
                {...control}
                value={content.title}
                maxLength={PLAN_LIMITS.title}
                onChange={({ target: { value } }) => change((previous) => ({ ...previous, title: value }), 'title')}
              />
            )}
          </Field>
          <Field label={t('coach.plan.reminder')} hint={t('coach.plan.reminderHint')}>
            {(control) => (
              <LongText
                {...control}
                rows={2}
                maxLength={PLAN_LIMITS.reminder}
                value={content.reminder}
                onChange={({ target: { value } }) =>
                  change((previous) => ({ ...previous, reminder: value }), 'reminder')
                }
              />
            )}
          </Field>
          {problem === 'sections' ? <Alert kind="bad">{t('coach.plan.tooLong')}</Alert> : null}
        </Card>
        {content.sections.map((section, index) => (
          <SectionForm
            key={section.id}
            section={section}
            number={index + 1}
            compiled={compiled}
            onChange={change}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
        <Button
          disabled={content.sections.length >= PLAN_LIMITS.sections}
          onClick={() => change((previous) => addSection(previous, { id: crypto.randomUUID(), title: '', blocks: [] }))}
        >
          <Icon icon={Plus} />
          {t('coach.plan.addSection')}
        </Button>
        <div className="dock plan-dock split">
          <IdleButton idle={!canUndo} onClick={undo}>
            <Icon icon={Undo2} />
            {t('coach.undo')}
          </IdleButton>
          <output className="saved end">
            {problem === null ? <SaveStatus saves={saves} /> : t('coach.plan.notYetSaved')}
          </output>
        </div>
      </div>
      <div className="on-paper">
        <PlanDetail content={content} compiled={compiled} />
      </div>
    </>
  )
}
