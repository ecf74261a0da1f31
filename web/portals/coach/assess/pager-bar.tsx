import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Direction } from './direction.ts'
import './assess.css'

interface PagerBarProps {
  previous: string
  next: string
  onStep: (direction: Direction) => void
  /** There is no neighbour, so the buttons are left out. */
  alone: boolean
  children: ReactNode
}

/** The title of a marking page, between buttons to the previous and the next child or skill. */
export function PagerBar({ previous, next, onStep, alone, children }: PagerBarProps) {
  return (
    <div className="who">
      {alone ? (
        <span />
      ) : (
        <Button icon aria-label={previous} onClick={() => onStep(-1)}>
          <Icon icon={ChevronLeft} />
        </Button>
      )}
      <div aria-live="polite">{children}</div>
      {alone ? null : (
        <Button icon aria-label={next} onClick={() => onStep(1)}>
          <Icon icon={ChevronRight} />
        </Button>
      )}
    </div>
  )
}
