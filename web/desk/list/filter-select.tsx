import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/form/select.tsx'

interface FilterSelectProps {
  label: string
  /** The chosen value, or '' for all. */
  value: string
  all: string
  choices: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

/** A filter of a list by one of a few choices. */
export function FilterSelect({ label, value, all, choices, onChange }: FilterSelectProps) {
  const { t } = useTranslation()
  // an old link may name a choice that is gone; this cannot be known while the choices are loading
  const isGone = value !== '' && choices.length > 0 && !choices.some(([id]) => id === value)
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {isGone ? <option value={value}>{t('desk.goneChoice')}</option> : null}
    </Select>
  )
}
