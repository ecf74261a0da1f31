import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { RestoreReply } from '#contract/curriculum/history.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failureKey } from '../failure-key.ts'
import { restoreIn, type Restore } from '../history/restore.ts'
import { RestoreDialog } from './dialogs/restore-dialog.tsx'
import { useEditor } from './editor-context.ts'

/** How long the undo of a restore is offered; the tree's own undo takes it back later too. */
const UNDO_MS = 12_000

/**
 * Carries out what was chosen on the page of the history, once the author has seen what it changes and what does not come
 * back. It is a batch like any other: its impact is shown, and it can be undone.
 */
export function RestoreRequest() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { raw, store, edit, explain, titleOf } = useEditor()
  const navigate = useNavigate()
  const { pathname, state, key } = useLocation()
  const [asked, setAsked] = useState<{ title: string; reply: RestoreReply } | null>(null)
  /** The visit whose request was carried out: the page may be drawn again before the address has lost its state. */
  const doneFor = useRef<string | null>(null)
  const offerUndo = (batchKey: number) =>
    alerts.show(t('author.history.restoredNow'), 'done', UNDO_MS, () => {
      const refused = store.takeBack(batchKey)
      if (refused) explain(refused)
    })
  const ask = async ({ before, nodes }: Restore) => {
    await store.idle()
    try {
      const query = nodes === null ? { before } : { before, nodes: nodes.join() }
      const reply = await api.get(`/curriculum/${raw.slug}/restore`, { query })
      const title = (nodes ?? ['']).map(titleOf).join(', ')
      if (reply.edits.length > 0) setAsked({ title, reply })
      else alerts.show(t('author.history.nothing'), 'note')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { detail, field = '', ids } = error
      if (error.error === 'EDIT_REFUSED') explain({ code: detail, id: field, ids })
      else alerts.show(t(failureKey(error, 'author.schemes.refused')), 'bad')
    }
  }
  useEffect(() => {
    const restore = restoreIn(state)
    if (!restore || doneFor.current === key) return
    doneFor.current = key
    // once: a reload keeps the state of the address
    void navigate(pathname, { replace: true, state: null })
    void ask(restore)
  })
  if (asked === null) return null
  return (
    <RestoreDialog
      title={asked.title}
      reply={asked.reply}
      onClose={() => setAsked(null)}
      onRestore={() => {
        setAsked(null)
        edit(asked.reply.edits, offerUndo)
      }}
    />
  )
}
