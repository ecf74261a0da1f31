import { useCallback, useEffect, useRef, useState } from 'react'

/** Typed words are kept as a batch after this much quiet. */
const QUIET_MS = 1_200

/**
 * Text that is being typed: shown at once, kept as one batch when the author pauses, leaves the field or the page of the
 * node. Until then the browser's own undo works on it. `keep` answers whether the text could be kept.
 */
export function useDraft(value: string, keep: (text: string) => boolean) {
  const [draft, setDraft] = useState<string | null>(null)
  const latest = useRef({ draft, value, keep })
  useEffect(() => {
    latest.current = { draft, value, keep }
  })
  const flush = useCallback((leaving: boolean) => {
    const now = latest.current
    if (now.draft === null) return
    const kept = now.draft === now.value || now.keep(now.draft)
    // what cannot be kept stays in the field until the author leaves it
    if (kept || leaving) {
      latest.current = { ...now, draft: null }
      setDraft(null)
    }
  }, [])
  useEffect(() => {
    if (draft === null) return undefined
    const timer = setTimeout(() => flush(false), QUIET_MS)
    return () => clearTimeout(timer)
  }, [draft, flush])
  useEffect(() => () => flush(true), [flush])
  const text = draft ?? value
  return {
    text,
    field: {
      value: text,
      'data-typing': draft !== null && draft !== value,
      onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
      onBlur: () => flush(true),
    },
    flush,
  }
}
