import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** Up to this total length the titles fit side by side on a phone. */
const MAX_LETTERS = 30

interface LevelSwitchProps {
  levels: readonly SchemeNode[]
  levelId: string
  onChange: (levelId: string) => void
}

/**
 * Chooses the level to mark: buttons side by side if they fit, otherwise a select. Nothing when there is only one
 * level.
 */
export function LevelSwitch({ levels, levelId, onChange }: LevelSwitchProps) {
  const { t } = useTranslation()
  if (levels.length < 2) return null
  const options = levels.map((level) => ({ value: level.id, label: level.title }))
  const fits = levels.length <= 3 && options.reduce((sum, { label }) => sum + label.length, 0) <= MAX_LETTERS
  if (fits) return <Segments label={t('coach.level')} value={levelId} options={options} onChange={onChange} />
  return (
    <label className="level-choice">
      <span className="sr">{t('coach.level')}</span>
      <Select value={levelId} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </label>
  )
}
