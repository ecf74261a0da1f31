import { ChevronDown, ChevronUp, GripVertical, ListPlus, Trash2, X } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_LIMITS, type PlanBlock } from '#domain/assessment/lesson-plan.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { focusAfterRemoval } from '#web/ui/lost-focus.ts'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { moveByOne, removePart, withBlock } from './plan-edits.ts'
import { SkillPicker } from './skill-picker.tsx'
import { skillTitle } from './skill-choices.ts'
import type { PlanEditor } from './use-plan-editor.ts'

interface BlockFormProps {
  block: PlanBlock
  /** The block's position in its section, such as `2 of 5`, for screen readers. */
  position: string
  compiled: CompiledCurriculum | undefined
  onChange: PlanEditor['change']
  onDrag: (id: string | null) => void
}

/** The form of one block of a plan, an activity or skills, with a handle and buttons to move it. */
export const BlockForm = memo(function BlockForm({ block, position, compiled, onChange, onDrag }: BlockFormProps) {
  const { t } = useTranslation()
  const [gripHeld, setGripHeld] = useState(false)
  const name = t(`coach.plan.kind.${block.type}`)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- buttons beside it do the same as dragging
    <div
      className="plan-block"
      data-block={block.id}
      // only by its grip, so that a drag within a field selects text
      draggable={gripHeld}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name)
        event.dataTransfer.effectAllowed = 'move'
        onDrag(block.id)
      }}
      onDragEnd={() => {
        setGripHeld(false)
        onDrag(null)
      }}
    >
      <div className="block-tools">
        <span
          className="grip"
          aria-hidden="true"
          onPointerDown={() => setGripHeld(true)}
          onPointerUp={() => setGripHeld(false)}
        >
          <Icon icon={GripVertical} />
        </span>
        <b className="grow">{name}</b>
        <MoveButtons
          name={`${name} ${position}`}
          onMove={(offset) => onChange((plan) => moveByOne(plan, block.id, offset))}
        />
        <Button
          kind="bare"
          icon
          aria-label={t('coach.plan.removePart', { name: `${name} ${position}` })}
          onClick={(event) => {
            focusAfterRemoval(event.currentTarget.closest('.plan-block'))
            onChange((plan) => removePart(plan, block.id))
          }}
        >
          <Icon icon={Trash2} />
        </Button>
      </div>
      {block.type === 'activity' ? (
        <Activity block={block} onChange={onChange} />
      ) : (
        <Skills block={block} compiled={compiled} onChange={onChange} />
      )}
    </div>
  )
})

/** Buttons that move a section or block up or down by one, for those who cannot drag it. */
export function MoveButtons({ name, onMove }: { name: string; onMove: (offset: -1 | 1) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button kind="bare" icon aria-label={t('coach.plan.up', { name })} onClick={() => onMove(-1)}>
        <Icon icon={ChevronUp} />
      </Button>
      <Button kind="bare" icon aria-label={t('coach.plan.down', { name })} onClick={() => onMove(1)}>
        <Icon icon={ChevronDown} />
      </Button>
    </>
  )
}

type BlockOfType<T extends PlanBlock['type']> = Extract<PlanBlock, { type: T }>

function Activity({ block, onChange }: { block: BlockOfType<'activity'>; onChange: PlanEditor['change'] }) {
  const { t } = useTranslation()
  const update = (fields: Partial<BlockOfType<'activity'>>, field: string) =>
    onChange((plan) => withBlock(plan, block.id, () => ({ ...block, ...fields })), `${block.id}/${field}`)
  return (
    <div className="activity">
      <Field label={t('coach.plan.activity')}>
        {(control) => (
          <LongText
            {...control}
            rows={3}
            maxLength={PLAN_LIMITS.text}
            value={block.text}
            onChange={(event) => update({ text: event.target.value }, 'text')}
          />
        )}
      </Field>
      <Field label={t('coach.plan.minutesLabel')}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={block.minutes ?? ''}
            // the digits of the longest duration
            maxLength={3}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '')
              update({ minutes: digits === '' ? null : Math.min(Number(digits), PLAN_LIMITS.minutes) }, 'minutes')
            }}
          />
        )}
      </Field>
    </div>
  )
}

function Skills({
  block,
  compiled,
  onChange,
}: {
  block: BlockOfType<'skills'>
  compiled: CompiledCurriculum | undefined
  onChange: PlanEditor['change']
}) {
  const { t } = useTranslation()
  const [picking, setPicking] = useState(false)
  const update = (nodes: string[]) =>
    onChange((plan) => withBlock(plan, block.id, () => ({ ...block, nodes })), `${block.id}/nodes`)
  return (
    <>
      <ul className="plan-skills">
        {block.nodes.map((id) => {
          const title = skillTitle(compiled, id) ?? t(compiled ? 'coach.plan.goneSkill' : 'coach.plan.noCurriculum')
          return (
            <li key={id}>
              <Glyph kind="s" />
              <span className="grow">{title}</span>
              <Button
                kind="bare"
                icon
                aria-label={t('coach.plan.removePart', { name: title })}
                onClick={(event) => {
                  focusAfterRemoval(event.currentTarget.closest('li'))
                  update(block.nodes.filter((node) => node !== id))
                }}
              >
                <Icon icon={X} />
              </Button>
            </li>
          )
        })}
      </ul>
      <Button disabled={!compiled} onClick={() => setPicking(true)}>
        <Icon icon={ListPlus} />
        {t(compiled ? 'coach.plan.pick' : 'coach.plan.noCurriculum')}
      </Button>
      {picking && compiled ? (
        <SkillPicker compiled={compiled} chosen={block.nodes} onChange={update} onClose={() => setPicking(false)} />
      ) : null}
    </>
  )
}
