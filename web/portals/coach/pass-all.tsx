import { CheckCheck } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFeature } from './features.ts'
import type { NewMark } from './use-marking.ts'

interface PassAllProps {
  words: string
  marks: readonly NewMark[]
  onPass: (marks: readonly NewMark[]) => void
}

/** Everything that is still open on the page at one tap, and back by one Undo; nothing when all is passed. */
export function PassAll({ words, marks, onPass }: PassAllProps) {
  const shown = useFeature('SHOW_PASS_ALL_BUTTON')
  if (!shown || marks.length === 0) return null
  return (
    <Button size="small" onClick={() => onPass(marks)}>
      <Icon of={CheckCheck} />
      {words}
    </Button>
  )
}
