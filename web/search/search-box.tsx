import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MAX_SEARCH_LENGTH, type SearchRule } from '#domain/platform/search.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useSearch } from './use-search.ts'

interface SearchBoxProps {
  label: string
  rule: SearchRule
  /** The search that is applied. */
  value: string
  onSearch: (term: string) => void
  /** Takes the focus when it appears, where it is the first control of a dialog. */
  focused?: boolean
}

/** A labelled search box [5.1]. While its text has a character that the rule forbids, it shows which ones are allowed. */
export function SearchBox({ label, rule, value, onSearch, focused = false }: SearchBoxProps) {
  const { t } = useTranslation()
  const { text, setText, isRefused } = useSearch(rule, value, onSearch)
  return (
    <Field label={label}>
      {(control) => (
        <>
          <Input
            {...control}
            type="search"
            before={<Icon icon={Search} />}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where it is the first control of a dialog
            autoFocus={focused}
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div role="alert">
            {isRefused ? (
              <Alert kind="begun">
                <p>{t(`search.refused.${rule}`)}</p>
              </Alert>
            ) : null}
          </div>
        </>
      )}
    </Field>
  )
}
