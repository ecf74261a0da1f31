import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface SwitchProps {
  label: string
  hint: ReactNode
  on: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

/** A switch for a setting that takes effect at once. The whole row is the button. */
export function Switch({ label, hint, on, disabled, onChange }: SwitchProps) {
  const id = useId()
  const noteFocus = useKeptFocus(disabled)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className={classNames('switch', on && 'on')}
      disabled={disabled}
      onFocus={noteFocus}
      onClick={() => onChange(!on)}
    >
      <span>
        <span className="mid" id={`${id}-label`}>
          {label}
        </span>
        <br />
        <span className="small dim" id={`${id}-hint`}>
          {hint}
        </span>
      </span>
      <i aria-hidden="true" />
    </button>
  )
}
