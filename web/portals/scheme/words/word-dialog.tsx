import { useTranslation } from 'react-i18next'
import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { fillPlaceholders, wrongPlaceholder } from '#domain/tenants/placeholders.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { LongText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { placeholdersInRow, shownWords, type WordRow } from './word-rows.ts'

interface WordDialogProps {
  row: WordRow
  /** Where the text appears. */
  where: string
  language: ClientLanguage
  onClose: () => void
  onSaved: () => void
}

/** The values that the preview puts in place of placeholders. */
const EXAMPLES: Readonly<Record<string, string>> = { count: '3', name: 'Siân', child: 'Siân' }

/** Edits the client's own wording of one text, with a preview. */
export function WordDialog({ row, where, language, onClose, onSaved }: WordDialogProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const placeholders = placeholdersInRow(row)
  const entry = useEntry<{ text: string }, unknown>({
    thing: row,
    valuesOf: () => ({ text: row.own ?? row.built ?? '' }),
    problemsOf: ({ text }) => {
      if (text.trim() === '') return new Map([['text', 'required']])
      return new Map(wrongPlaceholder(text, placeholders) === null ? [] : [['text', 'placeholder']])
    },
    // the server names the text by its key; the form has one field
    nameOf: () => 'text',
    // never called, because the text exists
    create: () => Promise.resolve(null),
    change: ({ text }) =>
      api.write('PATCH', `/client-languages/${language.language_id}/words`, {
        // a text that equals the built-in one is stored as null, so that it follows later changes of the product
        texts: { [row.key]: text === row.built ? null : text },
      }),
    onSaved,
  })
  const { form } = entry
  const text = form.watch('text')
  const examples = Object.fromEntries(placeholders.map((name) => [name, EXAMPLES[name] ?? `‹${name}›`]))
  return (
    <EntryDialog
      entry={entry}
      wide
      title={t('author.languages.edit', { language: languageName(language.language) })}
      // the dialog never adds a text, so the button to add has no label
      add=""
      fieldName={() => t('author.languages.text')}
      onClose={onClose}
    >
      <dl className="span kv">
        <div>
          <dt>{t('author.languages.english')}</dt>
          <dd lang="en">{row.english || '–'}</dd>
        </div>
        {row.built === null || row.built === row.english ? null : (
          <div>
            <dt>{t('author.languages.ours')}</dt>
            <dd lang={language.language}>{row.built}</dd>
          </div>
        )}
        <div>
          <dt>{t('author.languages.where')}</dt>
          <dd>{where}</dd>
        </div>
        <div>
          <dt>{t('author.languages.key')}</dt>
          <dd>
            <code>{row.key}</code>
          </dd>
        </div>
      </dl>
      <EntryField
        form={form}
        name="text"
        label={t('author.languages.text')}
        {...(placeholders.length === 0
          ? {}
          : { hint: t('author.languages.places', { list: placeholders.map((name) => `{{${name}}}`).join(', ') }) })}
        problemText={(problem) =>
          t(`author.languages.problem.${problem}`, {
            defaultValue: t('author.languages.problem.other'),
            place: wrongPlaceholder(text, placeholders) ?? '',
          })
        }
        span
      >
        {(control) => (
          <LongText rows={3} maxLength={2000} lang={language.language} {...control} {...form.register('text')} />
        )}
      </EntryField>
      <div className="span word-preview">
        <span className="label">{t('author.languages.preview')}</span>
        <p lang={language.language}>{fillPlaceholders(text.trim() || shownWords({ ...row, own: null }), examples)}</p>
      </div>
      {row.own !== null && row.built !== null ? (
        <Button className="span" size="small" onClick={() => entry.setField('text', row.built ?? '')}>
          {t('author.languages.useOurs')}
        </Button>
      ) : null}
    </EntryDialog>
  )
}
