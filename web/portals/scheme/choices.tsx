import './choices.css'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { Icon } from '#web/ui/icon.tsx'

interface ChoicesProps<T extends string> {
  label: string
  /** `before` is shown before the text, such as an icon. */
  options: readonly { id: T; text: string; before?: ReactNode }[]
  /** The current choice, shown with a tick. */
  value?: T
  onChoose: (id: T) => void
}

/** A menu of options to choose one from; the child of a MenuTrigger, after its button. */
export function Choices<T extends string>({ label, options, value, onChoose }: ChoicesProps<T>) {
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.id === key)
    if (chosen) onChoose(chosen.id)
  }
  return (
    <Popover className="popover">
      <Menu aria-label={label} className="menu-list" onAction={choose}>
        {options.map((option) => (
          <MenuItem key={option.id} id={option.id} textValue={option.text} className="menu-item">
            {option.before}
            <span className="grow">{option.text}</span>
            {option.id === value ? <Icon icon={Check} /> : null}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
