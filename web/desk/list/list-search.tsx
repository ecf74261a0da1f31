import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_SEARCH_LENGTH, searchAllowed, type SearchRule } from '#domain/platform/search.ts'
import { useSearch } from '#web/search/use-search.ts'
import { Icon } from '#web/ui/icon.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

interface ListSearchProps {
  label: string
  rule: SearchRule
  value: string
  onSearch: (text: string) => void
}

/**
 * The search box of a list [5.1], focused by the key `/`. Its warnings are shown as alerts, because its row has no
 * room.
 */
export function ListSearch({ label, rule, value, onSearch }: ListSearchProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { text, setText, isRefused } = useSearch(rule, value, onSearch)
  const input = useRef<HTMLInputElement>(null)
  usePageKeys((event) => {
    const target = event.target as HTMLElement
    // the key is handled by the first of several search boxes, or belongs to a shortcut of the browser
    const isHandledElsewhere = event.defaultPrevented || event.ctrlKey || event.metaKey
    if (event.key !== '/' || isHandledElsewhere || target.closest('input, textarea, select, [role=dialog]')) return
    event.preventDefault()
    input.current?.focus()
  })
  return (
    <label className="input find">
      <Icon icon={Search} />
      <span className="sr">{label}</span>
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={label}
        maxLength={MAX_SEARCH_LENGTH}
        onChange={(event) => {
          setText(event.target.value)
          // only when the text becomes invalid, not at each character after that
          if (!isRefused && !searchAllowed(rule, event.target.value)) alerts.show(t(`search.refused.${rule}`), 'begun')
        }}
      />
      <span className="kbd" aria-hidden="true">
        /
      </span>
    </label>
  )
}
