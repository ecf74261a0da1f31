import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import type { RefusalReason } from './session/optimistic-tree.ts'
import { useEditor, useView } from './editor-context.ts'

/** The reason in words, with the names of what it is about. */
function useReason(): (why: RefusalReason) => string {
  const { t, i18n } = useTranslation()
  const { titleOf } = useEditor()
  return ({ code, id }) => {
    const key = `author.refused.${code}`
    return t(i18n.exists(key) ? key : 'author.refused.other', { title: id.startsWith('/') ? titleOf(id) : '', code })
  }
}

/** What the tree does not allow, why, and links to the nodes that stand in the way. */
export function RefusedDialog({ why, onClose }: { why: RefusalReason; onClose: () => void }) {
  const { t } = useTranslation()
  const { open, titleOf } = useEditor()
  const { tree } = useView()
  const reason = useReason()
  const nodes = [...new Set(why.ids)].flatMap((id) => tree.nodes.get(id) ?? [])
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
      <p>{reason(why)}</p>
      {why.code === 'CYCLE' ? <p className="dim">{why.ids.map(titleOf).join(' → ')}</p> : null}
      {nodes.length > 0 ? (
        <ul className="found">
          {nodes.map((node) => (
            <li key={node.id}>
              <button
                type="button"
                onClick={() => {
                  onClose()
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

/** Batches that others have made impossible are taken back; the author is told once. */
export function TakenBackNews() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { store } = useEditor()
  const { takenBack } = useView()
  const reason = useReason()
  useEffect(() => {
    const [first] = takenBack
    if (!first) return
    alerts.show(t('author.takenBack', { count: takenBack.length, reason: reason(first.why) }), 'begun', 12_000)
    store.read()
  })
  return null
}
