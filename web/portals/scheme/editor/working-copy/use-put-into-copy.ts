import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useEditor } from '../editor-context.ts'
import type { ForCopy } from '../session/for-copy.ts'
import { outcomeOf } from '../session/transport.ts'
import { copyStateKey } from './use-copy-state.ts'

/** Puts held edits into the working copy, which is begun if there is none, and goes there. */
export function usePutIntoCopy() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { raw, store, explain } = useEditor()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { '*': openNode = '' } = useParams()
  const [putting, setPutting] = useState(false)
  /** The request for these edits: a retry repeats it, so that they are saved once. */
  const request = useRef<{ edits: string; id: string } | null>(null)
  const putIntoCopy = async (forCopy: ForCopy) => {
    const edits = JSON.stringify(forCopy.edits)
    if (request.current?.edits !== edits) request.current = { edits, id: crypto.randomUUID() }
    const { id } = request.current
    setPutting(true)
    const outcome = await outcomeOf(() =>
      api.sendCopyEdits(raw.slug, id, { copy: null, base: 0, edits: [...forCopy.edits] }),
    )
    setPutting(false)
    if (!outcome.ok) {
      if (outcome.retry) alerts.show(t('author.copy.notReached'), 'bad')
      else explain(outcome.reason)
      return
    }
    store.movedToCopy(forCopy)
    void queries.invalidateQueries({ queryKey: copyStateKey(raw.slug) })
    alerts.show(t('author.copy.putDone'), 'done')
    void navigate({ pathname: `/scheme/${raw.slug}/${openNode}`, search: '?copy' })
  }
  return { putting, putIntoCopy }
}
