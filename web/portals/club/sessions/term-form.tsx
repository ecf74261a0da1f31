import { useTranslation } from 'react-i18next'
import type { Term } from '#contract/scheduling/sessions.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useLocalName, useSessionWrites } from './session-data.ts'
import { NAME_FIELD, termBody, termFormProblems, termValues, type TermValues } from './term-values.ts'

interface TermFormProps {
  /** The term that is edited; null for a new one. */
  term: Term | null
  onClose: () => void
  onSaved: (term: Term) => void
}

/** Creates or changes a term or a holiday, with a name in each language of the client. */
export function TermForm({ term, onClose, onSaved }: TermFormProps) {
  const { t } = useTranslation()
  const { client } = useShell()
  const nameOf = useLocalName()
  const writes = useSessionWrites()
  const languages = client.languages
    .filter(({ active }) => active === 1)
    .map(({ language }) => ({ key: language.slice(0, 2), name: languageName(language) }))
  const languageKeys = languages.map(({ key }) => key)
  const entry = useEntry<TermValues, Term>({
    thing: term,
    valuesOf: (thing) => termValues(thing, languageKeys),
    problemsOf: termFormProblems,
    nameOf: (field) => (field === 'name' ? NAME_FIELD : field),
    create: (values) => writes.createTerm(termBody(values)),
    change: (values, before) => writes.changeTerm(before, termBody(values, before)),
    reload: writes.reloadTerm,
    onSaved,
  })
  const { form, base } = entry
  const problemText = (problem: string) => t(`club.termEntry.${problem}`, { defaultValue: t('desk.saveFailed') })
  const field = (name: 'kind' | 'first_date' | 'last_date') => ({
    form,
    name,
    label: t(`club.terms.${name}`),
    problemText,
  })
  return (
    <EntryDialog
      entry={entry}
      title={base === null ? t('club.terms.add') : t('club.form.edit', { name: nameOf(base.name) })}
      add={t('club.terms.add')}
      fieldName={(name) => t(`club.terms.${name === 'names' ? 'name' : name}`)}
      onClose={onClose}
    >
      <EntryField {...field('kind')} span>
        {(control) => (
          <Select {...control} {...form.register('kind')}>
            <option value="term">{t('club.terms.kinds.term')}</option>
            <option value="holiday">{t('club.terms.kinds.holiday')}</option>
          </Select>
        )}
      </EntryField>
      {languages.map(({ key, name }, index) => (
        <EntryField
          key={key}
          form={form}
          name={`names.${index}.text`}
          label={languages.length === 1 ? t('club.terms.name') : t('club.terms.nameIn', { language: name })}
          problemText={problemText}
          span
          max={NAME_MAX}
        />
      ))}
      <EntryField {...field('first_date')} type="date" />
      <EntryField {...field('last_date')} type="date" />
    </EntryDialog>
  )
}
