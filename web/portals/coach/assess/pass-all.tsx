import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { useFeature } from '#web/portals/coach/features.ts'
import type { NewMark } from './use-marking.ts'

interface PassAllProps {
  words: string
  marks: readonly NewMark[]
  onPass: (marks: readonly NewMark[]) => void
}

/**
 * Everything that is still open on the page at one tap, and back by one Undo; nothing when all is passed. Its own press
 * leaves it there as long as it has the focus, which would else be lost.
 */
export function PassAll({ words, marks, onPass }: PassAllProps) {
  const shown = useFeature('SHOW_PASS_ALL_BUTTON')
  const [pressed, setPressed] = useState<string | null>(null)
  const idle = marks.length === 0
  if (!shown || (idle && pressed === null)) return null
  return (
    <IdleButton
      size="small"
      idle={idle}
      onClick={({ currentTarget }) => {
        if (document.activeElement === currentTarget) setPressed(words)
        onPass(marks)
      }}
      onBlur={() => setPressed(null)}
    >
      <Icon of={CheckCheck} />
      {idle ? pressed : words}
    </IdleButton>
  )
}
