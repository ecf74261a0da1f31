import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST_SEARCH, searchAllowed, type SearchRule } from '#domain/platform/search.ts'
import { useSearch } from '#web/search/use-search.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

interface ListSearchProps {
  label: string
  rule: SearchRule
  value: string
  onSearch: (text: string) => void
}

/** The search of a list [5.1] in a row of tools, where a warning passes over the page; `/` leads to it. */
export function ListSearch({ label, rule, value, onSearch }: ListSearchProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { text, type, refused } = useSearch(rule, value, onSearch)
  const input = useRef<HTMLInputElement>(null)
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
  return (
    <label className="input find">
      <Icon of={Search} />
      <span className="sr">{label}</span>
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={label}
        maxLength={LONGEST_SEARCH}
        onChange={(event) => {
          type(event.target.value)
          // once, not at each letter after it
          if (!refused && !searchAllowed(rule, event.target.value)) alerts.show(t(`search.refused.${rule}`), 'begun')
        }}
      />
      <span className="kbd" aria-hidden="true">
        /
      </span>
    </label>
  )
}
