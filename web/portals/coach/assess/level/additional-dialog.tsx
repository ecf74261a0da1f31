import { Check, ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { findAdditionalSkills, MAX_FOUND } from './additional.ts'
import { levelAbove, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import type { AdditionalSkills } from './use-additional.ts'

/** A button and the dialog in which a coach chooses additional skills [9.25]. */
export function AdditionalDialog({
  compiled,
  additional,
}: {
  compiled: CompiledCurriculum
  additional: AdditionalSkills
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const found = open ? findAdditionalSkills(compiled, text, additional.groupSkillIds) : null
  // without a search the chosen skills are shown
  const shown = found ?? additional.skills
  let countWords = t('coach.additional.chosen', { count: additional.skills.length })
  if (found !== null && found.length > MAX_FOUND) countWords = t('coach.additional.tooMany', { count: MAX_FOUND })
  else if (found !== null) countWords = t('coach.additional.found', { count: found.length })
  return (
    <>
      <Button size="small" className="more-skills" onClick={() => setOpen(true)}>
        <Icon icon={ListPlus} />
        {t('coach.additional.choose')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('coach.additional.title')}
        closeLabel={t('shell.close')}
        wide
      >
        <div className="additional">
          <p className="dim">{t('coach.additional.how')}</p>
          <SearchBox label={t('coach.additional.search')} rule="special" value={text} onSearch={setText} />
          <output className="small dim">{countWords}</output>
          <ul className="rows">
            {shown.slice(0, MAX_FOUND).map((skill) => (
              <SkillChoice
                key={skill.id}
                skill={skill}
                level={levelAbove(compiled, skill)?.title ?? ''}
                chosen={additional.ids.has(skill.id)}
                onToggle={() => additional.toggle(skill.id)}
              />
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  )
}

interface SkillChoiceProps {
  skill: SchemeNode
  level: string
  chosen: boolean
  onToggle: () => void
}

function SkillChoice({ skill, level, chosen, onToggle }: SkillChoiceProps) {
  const { t } = useTranslation()
  return (
    <li>
      <span>
        <span className="mid">{skill.title}</span>
        <span className="small dim">{level}</span>
      </span>
      <Button
        size="small"
        aria-pressed={chosen}
        aria-label={t('coach.additional.toggle', { title: skill.title })}
        onClick={onToggle}
      >
        <Icon icon={chosen ? Check : Plus} />
        {t(chosen ? 'coach.additional.on' : 'coach.additional.off')}
      </Button>
    </li>
  )
}
