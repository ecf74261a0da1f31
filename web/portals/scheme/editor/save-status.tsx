import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatusCircle, type OnlineState } from '#web/ui/status-circle.tsx'
import { currentEditor, somethingWaits } from './current-editor.ts'
import type { EditorView } from './session/editor-store.ts'

const states: Record<EditorView['state'], OnlineState> = {
  saved: 'online',
  saving: 'syncing',
  held: 'syncing',
  offline: 'offline',
}

const never = () => () => undefined

/** Asks before the page is closed while something waits; words in an open field are handed in first. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (somethingWaits()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}

/** Saved, saving, or offline with what waits. Stands only where something is edited: this portal has no online indicator [2.28]. */
export function SaveStatus() {
  const { t } = useTranslation()
  useLeaveWarning()
  const editor = useSyncExternalStore(currentEditor.subscribe, currentEditor.get)
  const view = useSyncExternalStore(editor?.store.subscribe ?? never, () => editor?.store.get() ?? null)
  if (!view || !editor) return null
  const said = t(`author.save.${view.state}`, { count: view.waiting })
  const circle = <StatusCircle state={states[view.state]} count={view.waiting} label={said} text={said} />
  return (
    <output className="saving">
      {view.state === 'held' ? (
        <Link className="plain" to={`/scheme/${editor.raw.slug}`}>
          {circle}
        </Link>
      ) : (
        circle
      )}
    </output>
  )
}
