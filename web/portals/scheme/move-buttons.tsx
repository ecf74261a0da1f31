import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface MoveButtonsProps {
  name: string
  first: boolean
  last: boolean
  onMove: (by: 1 | -1) => void
}

/** Buttons that move an entry of a list up or down. At an end of the list the focus moves to the other button, because the pressed one is disabled. */
export function MoveButtons({ name, first, last, onMove }: MoveButtonsProps) {
  const { t } = useTranslation()
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const active = document.activeElement
    // the focus is on the body when the browser drops it from an element that moves
    if (active !== pressed.current && active !== document.body) return
    if (first && pressed.current === up.current) down.current?.focus()
    else if (last && pressed.current === down.current) up.current?.focus()
  }, [first, last])
  const move = (by: 1 | -1) => {
    pressed.current = by === 1 ? down.current : up.current
    onMove(by)
  }
  const button = { kind: 'bare', icon: true } as const
  return (
    <>
      <Button
        {...button}
        ref={up}
        aria-label={t('author.content.up', { name })}
        disabled={first}
        onClick={() => move(-1)}
      >
        <Icon icon={ArrowUp} />
      </Button>
      <Button
        {...button}
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
