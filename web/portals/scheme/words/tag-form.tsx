import { useTranslation } from 'react-i18next'
import type { Tag } from '#contract/curriculum/tags.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

interface TagFormProps {
  /** Null creates a tag. */
  tag: Tag | null
  onClose: () => void
  onSaved: () => void
}

/** The form of a new tag, or a new name for an existing one. */
export function TagForm({ tag, onClose, onSaved }: TagFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const entry = useEntry<{ name: string }, Tag>({
    thing: tag,
    valuesOf: (saved) => ({ name: saved?.name ?? '' }),
    problemsOf: ({ name }) => {
      if (name.trim() === '') return new Map([['name', 'required']])
      // a node's tags are stored as a list with commas between them
      return new Map(name.includes(',') ? [['name', 'comma']] : [])
    },
    create: (values) => api.write('POST', '/tags', values),
    change: (values, { id }) => api.write('PATCH', `/tags/${id}`, values),
    onSaved,
  })
  return (
    <EntryDialog
      entry={entry}
      title={t(entry.base === null ? 'author.tags.new' : 'author.tags.rename')}
      add={t('author.tags.add')}
      fieldName={() => t('author.tags.name')}
      onClose={onClose}
    >
      <EntryField
        form={entry.form}
        name="name"
        label={t('author.tags.name')}
        hint={t(tag !== null && tag.used > 0 ? 'author.tags.renameHint' : 'author.tags.hint')}
        problemText={(problem) => t(`author.tags.problem.${problem}`, { defaultValue: t('author.tags.problem.other') })}
        span
        max={50}
      />
    </EntryDialog>
  )
}
