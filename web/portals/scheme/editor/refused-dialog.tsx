import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import type { RefusalReason } from './session/optimistic-tree.ts'
import { LostTexts } from './dialogs/lost-texts.tsx'
import { useEditor, useEditorSnapshot } from './editor-context.ts'

/** Returns a function that says the reason for a refusal, with the title of the node that it is about. */
function useReason(): (refusal: RefusalReason) => string {
  const { t, i18n } = useTranslation()
  const { titleOf } = useEditor()
  return ({ code, id }) => {
    const key = `author.refused.${code}`
    // the id of an API error may be the name of a field, which has no slash
    return t(i18n.exists(key) ? key : 'author.refused.other', { title: id.startsWith('/') ? titleOf(id) : '', code })
  }
}

/** Explains why an edit is not allowed and what can be done instead, with links to the nodes that prevent it. */
export function RefusedDialog({ refusal, onClose }: { refusal: RefusalReason; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { open, titleOf } = useEditor()
  const { tree } = useEditorSnapshot()
  // some reasons name the way out themselves
  const wayOut = `author.wayOut.${refusal.code}`
  const reason = useReason()
  const nodes = [...new Set(refusal.ids)].flatMap((id) => tree.nodes.get(id) ?? [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('author.refused.title')}
      closeLabel={t('shell.close')}
      footer={
        <Button kind="main" onClick={onClose}>
          {t('author.refused.keep')}
        </Button>
      }
    >
      <p>{reason(refusal)}</p>
      {i18n.exists(wayOut) ? <p>{t(wayOut)}</p> : null}
      {refusal.code === 'CYCLE' ? <p className="dim">{refusal.ids.map(titleOf).join(' → ')}</p> : null}
      {nodes.length > 0 ? (
        <ul className="found">
          {nodes.map((node) => (
            <li key={node.id}>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  // waits until the dialog has given the focus back
                  setTimeout(() => open(node.id, true))
                }}
              >
                <Glyph kind={node.t} />
                <span className="grow">{titleOf(node.id)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  )
}

/** How long the alert is shown; its sentences take longer to read than most alerts. */
const ALERT_MS = 12_000

/**
 * Tells the author once that batches were discarded: the server refused them, or changes of others made them impossible.
 * Keeps the texts in them.
 */
export function DiscardedBatchesAlert() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useEditor()
  const { discarded } = useEditorSnapshot()
  const reason = useReason()
  useEffect(() => {
    const [first] = discarded
    if (!first) return
    alerts.show(t('author.takenBack', { count: discarded.length, reason: reason(first.reason) }), 'begun', ALERT_MS)
    store.clearDiscarded()
  })
  return <LostTexts />
}
