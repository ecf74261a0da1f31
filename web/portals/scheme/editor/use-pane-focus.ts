import { useCallback, useEffect, useRef, useState } from 'react'
import type { FocusRequest } from './tree/tree-pane.tsx'

/**
 * Moves the focus to the title of the node that was opened last, as soon as its pane shows it: a node opens in a
 * transition, and the next key may come before its end.
 */
export function usePaneFocus(openId: string | null) {
  const nodePane = useRef<HTMLElement>(null)
  const wanted = useRef(openId)
  const [request, setRequest] = useState<FocusRequest | null>(null)
  const done = useRef<FocusRequest | null>(null)
  useEffect(() => {
    wanted.current = openId
  }, [openId])
  useEffect(() => {
    if (request === null || request === done.current || request.id !== openId) return
    done.current = request
    setTimeout(() => nodePane.current?.querySelector<HTMLElement>('.title-field')?.focus())
  }, [request, openId])
  const noteOpening = useCallback((id: string | null) => {
    wanted.current = id
  }, [])
  const focusTitle = useCallback(() => setRequest(wanted.current === null ? null : { id: wanted.current }), [])
  return { nodePane, noteOpening, focusTitle }
}
