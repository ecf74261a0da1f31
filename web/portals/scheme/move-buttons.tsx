import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface MoveButtonsProps {
  /** The name of the entry, for screen readers. */
  name: string
  first: boolean
  last: boolean
  /** 1 is down, -1 is up. */
  onMove: (direction: 1 | -1) => void
}

/**
 * Buttons that move an entry of a list up or down. When the entry reaches an end of the list, the focus moves to the
 * other button, because the pressed one is then disabled.
 */
export function MoveButtons({ name, first, last, onMove }: MoveButtonsProps) {
  const { t } = useTranslation()
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    // the body has the focus when the browser took it from the pressed button, whose row was moved in the document
    if (focused !== pressed.current && focused !== document.body) return
    if (first && pressed.current === up.current) down.current?.focus()
    else if (last && pressed.current === down.current) up.current?.focus()
  }, [first, last])
  const move = (direction: 1 | -1) => {
    pressed.current = direction === 1 ? down.current : up.current
    onMove(direction)
  }
  const buttonProps = { kind: 'bare', icon: true } as const
  return (
    <>
      <Button
        {...buttonProps}
        ref={up}
        aria-label={t('author.content.up', { name })}
        disabled={first}
        onClick={() => move(-1)}
      >
        <Icon icon={ArrowUp} />
      </Button>
      <Button
        {...buttonProps}
        ref={down}
        aria-label={t('author.content.down', { name })}
        disabled={last}
        onClick={() => move(1)}
      >
        <Icon icon={ArrowDown} />
      </Button>
    </>
  )
}
