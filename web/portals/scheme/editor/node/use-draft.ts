import { useCallback, useEffect, useRef, useState } from 'react'

/** Typed text becomes a batch when the author pauses for this long. */
const PAUSE_MS = 1_200

/**
 * The text of a field while it is typed. It becomes one batch when the author pauses or leaves the field or the node. Until
 * then the browser's own undo works on it. `save` makes the batch and returns whether the tree allowed it; `seen` is the
 * text that was in the field when the typing began. A refused text does not stay in the field when `isLeaving`.
 */
export function useDraft(value: string, save: (text: string, seen: string, isLeaving: boolean) => boolean) {
  const [draft, setDraft] = useState<string | null>(null)
  /** Whether the text that is in the field was refused. */
  const [isRefused, setRefused] = useState(false)
  const seen = useRef(value)
  const latest = useRef({ draft, value, save })
  useEffect(() => {
    latest.current = { draft, value, save }
  })
  /** Makes a batch of typed text at once. */
  const flush = useCallback((leaving: boolean) => {
    const current = latest.current
    if (current.draft === null) return
    const saved = current.draft === current.value || current.save(current.draft, seen.current, leaving)
    setRefused(!saved && !leaving)
    // text that was refused stays in the field until the author leaves it
    if (saved || leaving) {
      latest.current = { ...current, draft: null }
      setDraft(null)
    }
  }, [])
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(() => flush(false), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, flush])
  useEffect(() => () => flush(true), [flush])
  const text = draft ?? value
  return {
    text,
    isRefused,
    field: {
      value: text,
      'data-typing': draft !== null && draft !== value,
      onChange: (event: { target: { value: string } }) => {
        if (draft === null) seen.current = value
        setRefused(false)
        setDraft(event.target.value)
      },
      onBlur: () => flush(true),
    },
    flush,
  }
}
