import { ChevronDown, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A skill that can be marked in a group, with its level. */
export interface SkillOfLevel {
  level: SchemeNode
  skill: SchemeNode
}

/** Of the children who can be marked in a skill, how many have not passed it. */
export interface OpenCount {
  open: number
  of: number
}

interface SkillChooserProps {
  skills: readonly SkillOfLevel[]
  current: SchemeNode
  countOf: (choice: SkillOfLevel) => OpenCount
  linkTo: (skill: SchemeNode) => string
}

/** The title of the skill that is marked; a press lists all skills, each with the number of children still open. */
export function SkillChooser({ skills, current, countOf, linkTo }: SkillChooserProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const levels = [...new Set(skills.map(({ level }) => level))]
  return (
    <>
      <button
        type="button"
        className="chooser"
        aria-haspopup="dialog"
        title={t('coach.skills.choose')}
        onClick={() => setOpen(true)}
      >
        {current.title}
        <Icon icon={ChevronDown} />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('coach.skills.choose')}
        closeLabel={t('shell.close')}
        wide
      >
        <div className="skill-choices">
          {levels.map((level) => (
            <section key={level.id}>
              <h3>{level.title}</h3>
              <ul className="rows">
                {skills
                  .filter((choice) => choice.level === level)
                  .map((choice) => (
                    <SkillChoice
                      key={choice.skill.id}
                      title={choice.skill.title}
                      count={countOf(choice)}
                      to={linkTo(choice.skill)}
                      current={choice.skill === current}
                      onChoose={() => setOpen(false)}
                    />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  )
}

interface SkillChoiceProps {
  title: string
  count: OpenCount
  to: string
  current: boolean
  onChoose: () => void
}

function SkillChoice({ title, count, to, current, onChoose }: SkillChoiceProps) {
  const { t } = useTranslation()
  const isDone = count.open === 0
  return (
    <li>
      <Link
        replace
        to={to}
        className={classNames('whole', current && 'mid')}
        aria-current={current ? 'true' : undefined}
        onClick={onChoose}
      >
        {title}
      </Link>
      {/* nobody can be marked where all are absent or work at another level */}
      {count.of === 0 ? null : (
        <span className={isDone ? 'count done' : 'count'}>
          {isDone ? <Icon icon={CircleCheck} /> : null}
          {isDone ? t('coach.skills.allPassed') : t('coach.skills.open', { open: count.open, of: count.of })}
        </span>
      )}
    </li>
  )
}
