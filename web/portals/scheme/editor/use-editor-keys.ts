import { useEffect, useRef } from 'react'

interface EditorKeys {
  onJump: () => void
  onShortcuts: () => void
  onUndo: () => void
  onRedo: () => void
}

/** Whether a field has text that is no batch yet; the browser's own undo handles that text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['typing'] === 'true'
}

/** Handles the shortcuts that work anywhere on the page, unless a dialog is open. */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const ctrl = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      const { onJump, onShortcuts, onUndo, onRedo } = latest.current
      const act =
        ctrl && key === 'k'
          ? onJump
          : event.key === 'F1' || (ctrl && key === '/')
            ? onShortcuts
            : ctrl && key === 'z' && !isTyping(event.target)
              ? event.shiftKey
                ? onRedo
                : onUndo
              : ctrl && key === 'y' && !isTyping(event.target)
                ? onRedo
                : null
      if (!act || document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
