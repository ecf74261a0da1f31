import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { passedColumn } from '#domain/members/import-columns.ts'
import { Select } from '#web/ui/form/select.tsx'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'

type Schemes = ReadonlyMap<string, ReadyScheme>

/** Begins the value of the option that asks for a skill of a level. */
const SKILL_OF = 'skill-of:'

/** The level of which somebody wants to choose a skill, by the option's value; null for other options. */
export const levelOfOption = (value: string): string | null =>
  value.startsWith(SKILL_OF) ? value.slice(SKILL_OF.length) : null

export const optionOfLevel = (level: string): string => SKILL_OF + level

/** The skills of a level that can be passed, without those of levels below it. */
function skillsOf({ scheme }: ReadyScheme, level: SchemeNode): SchemeNode[] {
  const below = (node: SchemeNode): SchemeNode[] =>
    node.children.flatMap((child) => (child.t === 'l' ? [] : child.t === 's' ? [child] : below(child)))
  return below(level).filter(({ id }) => (scheme.pass[scheme.index.get(id) ?? -1] ?? 0) > 0)
}

/** The levels that have skills, as the options of a select: each asks for one of its skills (`SkillSelect`). */
export function LevelsOfSkills({ schemes }: { schemes: Schemes }) {
  const { t } = useTranslation()
  return [...schemes.values()].map((ready) => {
    const { slug, name } = ready.curriculum
    const levels = [...ready.nodes.values()].filter((node) => node.t === 'l' && skillsOf(ready, node).length > 0)
    return levels.length === 0 ? null : (
      <optgroup key={slug} label={t('club.import.skillsOf', { scheme: name })}>
        {levels.map(({ id, title }) => (
          <option key={id} value={optionOfLevel(slug + id)}>
            {t('club.import.skillOf', { level: title })}
          </option>
        ))}
      </optgroup>
    )
  })
}

interface SkillSelectProps {
  schemes: Schemes
  /** The slug of the scheme and the id of the level behind it. */
  level: string
  /** The heading of the column. */
  name: string
  field: string | null
  onChoose: (field: string | null) => void
}

/** Chooses the skill of a level that a column is about. */
export function SkillSelect({ schemes, level, name, field, onChoose }: SkillSelectProps) {
  const { t } = useTranslation()
  const [slug = ''] = level.split('/', 1)
  const ready = schemes.get(slug)
  const node = ready?.nodes.get(level.slice(slug.length))
  return (
    <Select
      aria-label={t('club.import.whichSkill', { column: name })}
      aria-invalid={field === null ? true : undefined}
      value={field ?? ''}
      onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{t('club.import.chooseSkill')}</option>
      {ready && node
        ? skillsOf(ready, node).map(({ id, title }) => (
            <option key={id} value={passedColumn(slug + id)}>
              {title}
            </option>
          ))
        : null}
    </Select>
  )
}
