import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_DEBOUNCE_MS } from '#domain/search.ts'
import { useShell } from '../shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { searchAllowed } from './list-address.ts'

interface ListSearchProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Applied half a second after the last letter, when empty or at least two characters [5.1]; `/` leads to it. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  // the address was changed by something else
  if (value !== applied) {
    setApplied(value)
    setText(value)
  }
  useEffect(() => {
    const term = text.trim()
    if (term === applied || term.length === 1 || !searchAllowed(term)) return undefined
    const timer = setTimeout(() => {
      setApplied(term)
      search.current(term)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, applied])
  useEffect(() => {
    const toSearch = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      // of several fields the first one takes it
      const taken = event.defaultPrevented || event.ctrlKey || event.metaKey
      if (event.key !== '/' || taken || at.closest('input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', toSearch)
    return () => document.removeEventListener('keydown', toSearch)
  }, [])
  const type = (next: string) => {
    setText(next)
    // once, not at each letter after it
    if (!searchAllowed(next) && searchAllowed(text)) alerts.show(t('desk.searchError'), 'begun')
  }
  return (
    <label className="input find">
      <Icon of={Search} />
      <span className="sr">{label}</span>
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={label}
        maxLength={100}
        onChange={(event) => type(event.target.value)}
      />
      <span className="kbd" aria-hidden="true">
        /
      </span>
    </label>
  )
}
