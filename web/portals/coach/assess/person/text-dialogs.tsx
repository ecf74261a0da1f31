import { useCallback, useState, type ReactNode } from 'react'
import { lazyPart } from '#web/portals/coach/lazy-part.ts'
import { OpenText, type EditedText } from './edited-text.ts'

const TextDialog = lazyPart(() => import('./text-dialog.tsx').then((module) => module.TextDialog))

/**
 * Holds the dialog for a text about a child above the pages: the child may leave a page while its coach writes, as when
 * the office moves it to another group.
 */
export function TextDialogs({ children }: { children: ReactNode }) {
  const [text, setText] = useState<EditedText | null>(null)
  const close = useCallback(() => setText(null), [])
  return (
    <OpenText value={setText}>
      {children}
      {text === null ? null : <TextDialog text={text} onClose={close} />}
    </OpenText>
  )
}
