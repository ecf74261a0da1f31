import './scheme-browser.css'
import { ChevronRight, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'

export interface ListedScheme {
  slug: string
  name: string
}

/** Schemes by name, searchable [2.29]. The caller opens the only one by itself. */
export function SchemeList({ schemes, onOpen }: { schemes: readonly ListedScheme[]; onOpen: (slug: string) => void }) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const wanted = words.trim().toLocaleLowerCase()
  const shown = schemes.filter((scheme) => scheme.name.toLocaleLowerCase().includes(wanted))
  return (
    <>
      <Field label={t('scheme.search')}>
        {(control) => (
          <Input
            {...control}
            type="search"
            before={<Icon of={Search} />}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite">{shown.length === 0 ? <p className="dim">{t('scheme.none')}</p> : null}</div>
      <ul className="choices">
        {shown.map((scheme) => (
          <li key={scheme.slug}>
            <button type="button" onClick={() => onOpen(scheme.slug)}>
              <span className="grow">{scheme.name}</span>
              <Icon of={ChevronRight} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
