import { useEffect, useRef } from 'react'

interface EditorKeys {
  onJump: () => void
  onKeys: () => void
  onUndo: () => void
  onRedo: () => void
}

/** Text that is not saved yet is the browser's to undo. */
function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['typing'] === 'true'
}

/** Keys that work anywhere on the page, unless a dialog is open. */
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const ctrl = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      const { onJump, onKeys, onUndo, onRedo } = latest.current
      const act =
        ctrl && key === 'k'
          ? onJump
          : event.key === 'F1' || (ctrl && key === '/')
            ? onKeys
            : ctrl && key === 'z' && !typing(event.target)
              ? event.shiftKey
                ? onRedo
                : onUndo
              : ctrl && key === 'y' && !typing(event.target)
                ? onRedo
                : null
      if (!act || document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
