import { MessageSquarePlus, SquarePlus, Trash2 } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_LIMITS, type PlanSection } from '#domain/assessment/lesson-plan.ts'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { focusAfterRemoval } from '#web/ui/lost-focus.ts'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { BlockForm, MoveButtons } from './plan-block.tsx'
import { addBlock, moveBlock, moveByOne, removePart, withSection } from './plan-edits.ts'
import type { PlanEditor } from './use-plan-editor.ts'

interface SectionFormProps {
  section: PlanSection
  number: number
  compiled: CompiledCurriculum | undefined
  onChange: PlanEditor['change']
  /** The block that is being dragged. */
  dragged: string | null
  onDrag: (id: string | null) => void
}

/** The form of one section of a plan; blocks of any section can be dropped into it. */
export function SectionForm({ section, number, compiled, onChange, dragged, onDrag }: SectionFormProps) {
  const { t } = useTranslation()
  const name = section.title === '' ? t('coach.plan.sectionNumber', { number }) : section.title
  const isFull = section.blocks.length >= PLAN_LIMITS.blocks

  const { dropTarget, ...dropHandlers } = useDrop({ section, dragged, onChange })
  return (
    <Card className="plan-section" aria-label={name} {...dropHandlers}>
      <div className="section-head">
        <Field label={t('coach.plan.sectionTitle', { number })}>
          {(control) => (
            <ShortText
              {...control}
              value={section.title}
              maxLength={PLAN_LIMITS.title}
              onChange={({ target: { value } }) =>
                onChange(
                  (plan) => withSection(plan, section.id, (old) => ({ ...old, title: value })),
                  // the field: an undo takes back all that was typed in it in one go
                  `${section.id}/title`,
                )
              }
            />
          )}
        </Field>
        <div className="flow end">
          <MoveButtons name={name} onMove={(offset) => onChange((plan) => moveByOne(plan, section.id, offset))} />
          <Button
            kind="bare"
            icon
            aria-label={t('coach.plan.removePart', { name })}
            onClick={(event) => {
              focusAfterRemoval(event.currentTarget.closest('.plan-section'))
              onChange((plan) => removePart(plan, section.id))
            }}
          >
            <Icon icon={Trash2} />
          </Button>
        </div>
      </div>
      {section.blocks.map((block, index) => (
        <div key={block.id} className={dropTarget === block.id ? 'drop-here' : undefined}>
          <BlockForm
            block={block}
            position={t('coach.placeOf', { at: index + 1, of: section.blocks.length })}
            compiled={compiled}
            onChange={onChange}
            onDrag={onDrag}
          />
        </div>
      ))}
      <div className={dropTarget === 'end' ? 'flow drop-here' : 'flow'}>
        <Button
          disabled={isFull}
          onClick={() =>
            onChange((plan) =>
              addBlock(plan, section.id, { id: crypto.randomUUID(), type: 'activity', text: '', minutes: null }),
            )
          }
        >
          <Icon icon={MessageSquarePlus} />
          {t('coach.plan.addActivity')}
          <span className="sr">: {name}</span>
        </Button>
        <Button
          disabled={isFull}
          onClick={() =>
            onChange((plan) => addBlock(plan, section.id, { id: crypto.randomUUID(), type: 'skills', nodes: [] }))
          }
        >
          <Icon icon={SquarePlus} />
          {t('coach.plan.addSkills')}
          <span className="sr">: {name}</span>
        </Button>
      </div>
    </Card>
  )
}

/**
 * `dropTarget` is the block before which the dragged one would be dropped, `end`, or null while nothing is dragged over
 * the section. The other fields are the event handlers of the section.
 */
function useDrop({ section, dragged, onChange }: Pick<SectionFormProps, 'section' | 'dragged' | 'onChange'>) {
  const [dropIndex, setDropIndex] = useState<number | null>(null)
  /** The index at which the dragged block would be dropped, counted without the block itself. */
  const dropIndexOf = (event: DragEvent<HTMLElement>) => {
    const others = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-block]')].filter(
      (element) => element.dataset['block'] !== dragged,
    )
    const indexBelow = others.findIndex((element) => {
      const box = element.getBoundingClientRect()
      return event.clientY < box.top + box.height / 2
    })
    return indexBelow < 0 ? others.length : indexBelow
  }
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (dragged === null) return
    event.preventDefault()
    setDropIndex(dropIndexOf(event))
  }
  const onDrop = (event: DragEvent<HTMLElement>) => {
    if (dragged === null) return
    event.preventDefault()
    setDropIndex(null)
    // read here and not in the update function, which React may call when the event has no element any more
    const index = dropIndexOf(event)
    onChange((plan) => moveBlock(plan, dragged, section.id, index))
  }
  const others = section.blocks.filter((block) => block.id !== dragged)
  const dropTarget = dragged !== null && dropIndex !== null ? (others[dropIndex]?.id ?? 'end') : null
  return { dropTarget, onDragOver, onDrop, onDragLeave: () => setDropIndex(null) }
}
