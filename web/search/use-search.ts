import { useEffect, useEffectEvent, useState } from 'react'
import { searchAllowed, type SearchRule } from '#domain/platform/search.ts'
import { searchAfterPause } from './search-after-pause.ts'

/** The state of a search box. `value` is the applied search; when another part of the page changes it, it replaces the text. */
export function useSearch(rule: SearchRule, value: string, onSearch: (term: string) => void) {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  // state is set during rendering, so that the replaced text is never painted
  if (value !== applied) {
    setApplied(value)
    setText(value)
  }
  const apply = useEffectEvent((term: string) => {
    if (term === applied) return
    setApplied(term)
    onSearch(term)
  })
  useEffect(() => searchAfterPause(rule, text, apply), [rule, text])
  return { text, setText, isRefused: !searchAllowed(rule, text) }
}
