import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/form/select.tsx'

interface FilterSelectProps {
  label: string
  /** Empty: all. */
  value: string
  all: string
  choices: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

/** Narrows a list to one of a few, or shows them all. */
export function FilterSelect({ label, value, all, choices, onChange }: FilterSelectProps) {
  const { t } = useTranslation()
  // of an address of long ago; while the choices are on their way nothing can be said of it
  const gone = value !== '' && choices.length > 0 && !choices.some(([id]) => id === value)
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {gone ? <option value={value}>{t('desk.goneChoice')}</option> : null}
    </Select>
  )
}
