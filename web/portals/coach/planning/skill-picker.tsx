import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_LIMITS } from '#domain/assessment/lesson-plan.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { skillChoicesOf, findSkills } from './skill-choices.ts'

/** Found skills that are listed; the dialog says how many more there are. */
const MAX_SHOWN = 60

interface SkillPickerProps {
  compiled: CompiledCurriculum
  chosen: readonly string[]
  onChange: (nodes: string[]) => void
  onClose: () => void
}

/** Chooses the skills of one block, with a search by words and by level. */
export function SkillPicker({ compiled, chosen, onChange, onClose }: SkillPickerProps) {
  const { t } = useTranslation()
  const { skills, levels } = skillChoicesOf(compiled)
  const [words, setWords] = useState('')
  const [level, setLevel] = useState('')
  const { found, total } = findSkills(skills, words, level === '' ? null : level, MAX_SHOWN)
  const full = chosen.length >= PLAN_LIMITS.nodes
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((node) => node !== id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('coach.plan.pickTitle')}
      closeLabel={t('coach.plan.close')}
      footer={
        <Button kind="main" onClick={onClose}>
          {t('coach.plan.pickDone', { count: chosen.length })}
        </Button>
      }
    >
      <SearchBox label={t('coach.plan.findSkill')} rule="special" value={words} onSearch={setWords} />
      <Field label={t('coach.plan.ofLevel')}>
        {(control) => (
          <Select {...control} value={level} onChange={(event) => setLevel(event.target.value)}>
            <option value="">{t('coach.plan.allLevels')}</option>
            {levels.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <output className="small dim">
        {total > found.length
          ? t('coach.plan.foundMore', { shown: found.length, count: total })
          : t('coach.plan.found', { count: total })}
      </output>
      <ul className="picks">
        {found.map((skill) => {
          const isChosen = chosen.includes(skill.id)
          return (
            <li key={skill.id}>
              <label>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={full && !isChosen}
                  onChange={(event) => toggle(skill.id, event.target.checked)}
                />
                <span>
                  {skill.title}
                  <small className="dim">{skill.titlesAbove}</small>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
