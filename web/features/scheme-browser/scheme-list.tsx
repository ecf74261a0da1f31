import './scheme-browser.css'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface ListedScheme {
  slug: string
  name: string
}

/** A list of schemes with a search by name [2.29]. When there is only one, the caller opens it instead. */
export function SchemeList({ schemes, onOpen }: { schemes: readonly ListedScheme[]; onOpen: (slug: string) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const shown = schemes.filter((scheme) => normalizeForSearch(scheme.name).includes(normalizeForSearch(search)))
  return (
    <>
      <SearchBox label={t('scheme.search')} rule="name" value={search} onSearch={setSearch} />
      <div aria-live="polite">{shown.length === 0 ? <p className="dim">{t('scheme.none')}</p> : null}</div>
      <ul className="choices">
        {shown.map((scheme) => (
          <li key={scheme.slug}>
            <button type="button" onClick={() => onOpen(scheme.slug)}>
              <span className="grow">{scheme.name}</span>
              <Icon icon={ChevronRight} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
