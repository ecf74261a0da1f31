import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { useFeature } from '#web/portals/coach/features.ts'
import type { NewMark } from './use-marking.ts'

interface PassAllButtonProps {
  label: string
  marks: readonly NewMark[]
  onPass: (marks: readonly NewMark[]) => void
}

/**
 * The button that passes everything open on the page at one tap; one undo takes it all back. It is hidden when nothing
 * is open, but after a press it stays until it loses the focus, because removing it would lose the focus.
 */
export function PassAllButton({ label, marks, onPass }: PassAllButtonProps) {
  const enabled = useFeature('SHOW_PASS_ALL_BUTTON')
  const [pressedLabel, setPressedLabel] = useState<string | null>(null)
  const idle = marks.length === 0
  if (!enabled || (idle && pressedLabel === null)) return null
  return (
    <IdleButton
      size="small"
      idle={idle}
      onClick={({ currentTarget }) => {
        if (document.activeElement === currentTarget) setPressedLabel(label)
        onPass(marks)
      }}
      onBlur={() => setPressedLabel(null)}
    >
      <Icon icon={CheckCheck} />
      {idle ? pressedLabel : label}
    </IdleButton>
  )
}
