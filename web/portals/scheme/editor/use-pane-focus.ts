import { useCallback, useEffect, useRef, useState } from 'react'
import type { FocusRequest } from './tree/tree-pane.tsx'

interface PaneRequest extends FocusRequest {
  /** The pane takes the focus itself when the button that opened the node was in it and is gone with the former node. */
  part: 'title' | 'pane'
}

/**
 * Moves the focus to the title of the node that was opened last, or to its pane, as soon as that shows it: a node opens
 * in a transition, and the next key may come before its end.
 */
export function usePaneFocus(openId: string | null) {
  const nodePane = useRef<HTMLElement>(null)
  const wanted = useRef(openId)
  const [requested, setRequested] = useState<PaneRequest | null>(null)
  const done = useRef<PaneRequest | null>(null)
  useEffect(() => {
    wanted.current = openId
  }, [openId])
  useEffect(() => {
    if (requested === null || requested === done.current || requested.id !== openId) return
    done.current = requested
    const pane = nodePane.current
    setTimeout(() => (requested.part === 'pane' ? pane : pane?.querySelector<HTMLElement>('.title-field'))?.focus())
  }, [requested, openId])
  const noteOpening = useCallback((id: string | null) => {
    wanted.current = id
  }, [])
  const request = useCallback(
    (part: PaneRequest['part']) => setRequested(wanted.current === null ? null : { id: wanted.current, part }),
    [],
  )
  const focusTitle = useCallback(() => request('title'), [request])
  const focusPane = useCallback(() => request('pane'), [request])
  return { nodePane, noteOpening, focusTitle, focusPane }
}
