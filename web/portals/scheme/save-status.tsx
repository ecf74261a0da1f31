import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusCircle, type OnlineState } from '#web/ui/status-circle.tsx'
import { currentEditor } from './current-editor.ts'
import type { EditorView } from './editor/editor-store.ts'

const states: Record<EditorView['state'], OnlineState> = {
  saved: 'online',
  saving: 'syncing',
  held: 'syncing',
  offline: 'offline',
}

const never = () => () => undefined

/** Saved, saving, or offline with what waits. Stands only where something is edited: this portal has no online indicator [2.28]. */
export function SaveStatus() {
  const { t } = useTranslation()
  const editor = useSyncExternalStore(currentEditor.subscribe, currentEditor.get)
  const view = useSyncExternalStore(editor?.subscribe ?? never, () => editor?.get() ?? null)
  if (!view) return null
  const said = t(`author.save.${view.state}`, { count: view.waiting })
  return (
    <output className="saving">
      <StatusCircle state={states[view.state]} count={view.waiting} label={said} said={said} />
    </output>
  )
}
