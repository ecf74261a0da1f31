import { MessageSquarePlus, SquarePlus, Trash2 } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_LIMITS, type PlanSection } from '#domain/assessment/lesson-plan.ts'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Course } from '#web/portals/coach/groups/group-data.ts'
import { Block, MoveButtons } from './plan-block.tsx'
import { addBlock, moveBlock, moveBy, remove, withSection } from './plan-edits.ts'
import type { PlanEditor } from './use-plan-editor.ts'

interface SectionProps {
  section: PlanSection
  number: number
  course: Course | undefined
  change: PlanEditor['change']
  /** The block that is being dragged. */
  dragged: string | null
  onDrag: (id: string | null) => void
}

/** The form of one section of a plan; blocks of any section can be dropped into it. */
export function Section({ section, number, course, change, dragged, onDrag }: SectionProps) {
  const { t } = useTranslation()
  const name = section.title === '' ? t('coach.plan.sectionNumber', { number }) : section.title
  const full = section.blocks.length >= PLAN_LIMITS.blocks

  const { target, ...dropHandlers } = useDrop({ section, dragged, change })
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
                change(
                  (plan) => withSection(plan, section.id, (old) => ({ ...old, title: value })),
                  `${section.id}/title`,
                )
              }
            />
          )}
        </Field>
        <div className="flow end">
          <MoveButtons name={name} onMove={(by) => change((plan) => moveBy(plan, section.id, by))} />
          <Button
            kind="bare"
            icon
            aria-label={t('coach.plan.removePart', { name })}
            onClick={() => change((plan) => remove(plan, section.id))}
          >
            <Icon icon={Trash2} />
          </Button>
        </div>
      </div>
      {section.blocks.map((block, k) => (
        <div key={block.id} className={target === block.id ? 'drop-here' : undefined}>
          <Block
            block={block}
            place={t('coach.placeOf', { at: k + 1, of: section.blocks.length })}
            course={course}
            change={change}
            onDrag={onDrag}
          />
        </div>
      ))}
      <div className={target === 'end' ? 'flow drop-here' : 'flow'}>
        <Button
          disabled={full}
          onClick={() =>
            change((plan) =>
              addBlock(plan, section.id, { id: crypto.randomUUID(), type: 'activity', text: '', minutes: null }),
            )
          }
        >
          <Icon icon={MessageSquarePlus} />
          {t('coach.plan.addActivity')}
          <span className="sr">: {name}</span>
        </Button>
        <Button
          disabled={full}
          onClick={() =>
            change((plan) => addBlock(plan, section.id, { id: crypto.randomUUID(), type: 'skills', nodes: [] }))
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

/** The block before which the dragged one would be dropped, or `end`, and what the section does while something is dragged over it. */
function useDrop({ section, dragged, change }: Pick<SectionProps, 'section' | 'dragged' | 'change'>) {
  const [dropIndex, setDropIndex] = useState<number | null>(null)
  /** The index at which the dragged block would be dropped, counted without the block itself. */
  const dropIndexOf = (event: DragEvent<HTMLElement>) => {
    const others = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-block]')].filter(
      (element) => element.dataset['block'] !== dragged,
    )
    const before = others.findIndex((element) => {
      const box = element.getBoundingClientRect()
      return event.clientY < box.top + box.height / 2
    })
    return before < 0 ? others.length : before
  }
  const over = (event: DragEvent<HTMLElement>) => {
    if (dragged === null) return
    event.preventDefault()
    setDropIndex(dropIndexOf(event))
  }
  const drop = (event: DragEvent<HTMLElement>) => {
    if (dragged === null) return
    event.preventDefault()
    setDropIndex(null)
    // read here and not in the update function, which React may call when the event has no element any more
    const index = dropIndexOf(event)
    change((plan) => moveBlock(plan, dragged, section.id, index))
  }
  const others = section.blocks.filter((block) => block.id !== dragged)
  const target = dragged !== null && dropIndex !== null ? (others[dropIndex]?.id ?? 'end') : null
  return { target, onDragOver: over, onDrop: drop, onDragLeave: () => setDropIndex(null) }
}
