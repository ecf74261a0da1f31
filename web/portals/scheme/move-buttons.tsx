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

/** Moves one of a list up or down. At an end of the list the keyboard stays here: what is disabled would lose it. */
export function MoveButtons({ name, first, last, onMove }: MoveButtonsProps) {
  const { t } = useTranslation()
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const here = document.activeElement
    // some browsers take the focus from a row that moves
    if (here !== pressed.current && here !== document.body) return
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
        <Icon of={ArrowUp} />
      </Button>
      <Button
        {...button}
        ref={down}
        aria-label={t('author.content.down', { name })}
        disabled={last}
        onClick={() => move(1)}
      >
        <Icon of={ArrowDown} />
      </Button>
    </>
  )
}
