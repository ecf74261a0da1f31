import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatusCircle, type OnlineState } from '#web/ui/status-circle.tsx'
import { currentEditor, editorPath, hasUnsavedBatches } from './current-editor.ts'
import type { EditorSnapshot } from './session/editor-store.ts'

/** The circle's state for each state of the editor. Held batches look like batches being sent. */
const states: Record<EditorSnapshot['state'], OnlineState> = {
  saved: 'online',
  saving: 'syncing',
  held: 'syncing',
  offline: 'offline',
}

/** Stands in for the store's `subscribe` while no editor is open. */
const neverChanges = () => () => undefined

/** Makes the browser ask before the page is closed with unsaved batches. Leaving the focused field makes a batch of its text. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (hasUnsavedBatches()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}

/**
 * The header's indicator of the current editor: saved, saving, held until the impact is confirmed, or offline. Other pages
 * of this portal have no such indicator [2.28].
 */
export function SaveStatus() {
  const { t } = useTranslation()
  useLeaveWarning()
  const editor = useSyncExternalStore(currentEditor.subscribe, currentEditor.get)
  const snapshot = useSyncExternalStore(editor?.store.subscribe ?? neverChanges, () => editor?.store.get() ?? null)
  if (!snapshot || !editor) return null
  const label = t(`author.save.${snapshot.state}`, { count: snapshot.unsavedCount })
  const circle = (
    <StatusCircle state={states[snapshot.state]} count={snapshot.unsavedCount} label={label} text={label} />
  )
  return (
    <output className="saving">
      {snapshot.state === 'held' ? (
        <Link className="plain" to={editorPath(editor.raw.slug, editor.copy !== null)}>
          {circle}
        </Link>
      ) : (
        circle
      )}
    </output>
  )
}
