import { usePageKeys } from '#web/ui/use-page-keys.ts'

interface EditorKeys {
  onJump: () => void
  onShortcuts: () => void
  onUndo: () => void
  onRedo: () => void
}

/** Whether a field has text that is no batch yet, as `useDraft` notes; the browser's own undo handles that text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset['typing'] === 'true'
}

/** The action that a key press means, if any. */
function actionOf(event: KeyboardEvent, { onJump, onShortcuts, onUndo, onRedo }: EditorKeys): (() => void) | null {
  if (event.key === 'F1') return onShortcuts
  if (!event.ctrlKey && !event.metaKey) return null
  const key = event.key.toLowerCase()
  if (key === 'k') return onJump
  if (key === '/') return onShortcuts
  if (isTyping(event.target)) return null
  if (key === 'z') return event.shiftKey ? onRedo : onUndo
  return key === 'y' ? onRedo : null
}

/** Handles the shortcuts that work anywhere on the page, unless a dialog is open. */
export function useEditorKeys(keys: EditorKeys): void {
  usePageKeys((event) => {
    const action = actionOf(event, keys)
    if (!action || document.querySelector('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    action()
  })
}
