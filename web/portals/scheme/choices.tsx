import './choices.css'
import { Check } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { Icon } from '#web/ui/icon.tsx'

interface ChoicesProps<T extends string> {
  label: string
  /** `before` is shown before the text, such as an icon. */
  options: readonly { id: T; text: string; before?: ReactNode }[]
  /** The current choice, shown with a tick. */
  value?: T
  onChoose: (id: T) => void
  /** Without a MenuTrigger: the button that opened the menu, and what closes it. */
  opened?: { button: RefObject<HTMLButtonElement | null>; close: () => void }
}

/** A menu of options to choose one from: the child of a MenuTrigger, after its button, or shown while it is `opened`. */
export function Choices<T extends string>({ label, options, value, onChoose, opened }: ChoicesProps<T>) {
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.id === key)
    if (chosen) onChoose(chosen.id)
  }
  // what a MenuTrigger would pass
  const popover = opened && {
    isOpen: true,
    onOpenChange: opened.close,
    triggerRef: opened.button,
    trigger: 'MenuTrigger',
    placement: 'bottom start' as const,
    'aria-label': label,
  }
  const menu = opened && { autoFocus: 'first' as const, onClose: opened.close }
  return (
    <Popover className="popover" {...popover}>
      <Menu aria-label={label} className="menu-list" onAction={choose} {...menu}>
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
