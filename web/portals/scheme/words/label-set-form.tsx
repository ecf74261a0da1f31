import '../scheme-settings/settings.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedLabelSet } from '#contract/curriculum/scheme-settings.ts'
import { EntryDialog, EntryField } from '#web/desk/form/entry-dialog.tsx'
import { useEntry } from '#web/desk/form/use-entry.ts'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Grades } from '#web/ui/form/grades.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

interface Values {
  name: string
  /** The labels of the grades from 0, by language code. All languages have as many. */
  labels: Record<string, string[]>
}

interface LabelSetFormProps {
  /** Null creates a set. */
  set: ListedLabelSet | null
  onClose: () => void
  onSaved: () => void
}

/** How many grades a set can have, with one label each [9.19]. */
const GRADE_COUNTS = [2, 3, 4, 5, 6]

/** The form of a label set: its name and its labels in each language, with a preview of the buttons. */
export function LabelSetForm({ set, onClose, onSaved }: LabelSetFormProps) {
  const { t } = useTranslation()
  const { api, client, language } = useShell()
  const activeLocales = client.languages.filter(({ active }) => active === 1).map(({ language: locale }) => locale)
  // a new set begins with three grades
  const savedCount = Object.values(set?.labels ?? {})[0]?.length ?? 3
  const entry = useEntry<Values, ListedLabelSet>({
    thing: set,
    valuesOf: (saved) => ({
      name: saved?.name ?? '',
      // a language that was activated later has no labels yet, and a deactivated one keeps its labels
      labels: {
        ...Object.fromEntries(activeLocales.map((locale) => [shortLocale(locale), Array<string>(savedCount).fill('')])),
        ...saved?.labels,
      },
    }),
    problemsOf: ({ name, labels }) => {
      const problems = new Map<string, string>()
      if (name.trim() === '') problems.set('name', 'required')
      if (Object.values(labels).some((labelList) => labelList.some((label) => label.trim() === '')))
        problems.set('labels', 'missing')
      return problems
    },
    // the server names one label, such as `labels/en/0`; the form has one field for all labels
    nameOf: (field) => field.split('/')[0] ?? field,
    create: (values) => api.write('POST', '/label-sets', values),
    change: (values, { id, revision }) => api.write('PATCH', `/label-sets/${id}`, values, revision),
    reload: async (before) => {
      const sets = await api.get('/label-sets')
      // a deleted set keeps the values that the form was opened with
      return sets.find((candidate) => candidate.id === before.id) ?? before
    },
    onSaved,
  })
  const { form } = entry
  const labels = form.watch('labels')
  const count = Object.values(labels)[0]?.length ?? savedCount
  const [pressed, setPressed] = useState<number | null>(null)
  const problemText = (problem: string) =>
    t(`author.labelSets.problem.${problem}`, { defaultValue: t('author.labelSets.problem.other') })
  const setLabels = (newLabels: Values['labels']) => entry.setField('labels', newLabels)
  /** Sets the number of grades: removes the last labels of each language, or adds empty ones. */
  const setCount = (newCount: number) => {
    const resized = (labelList: readonly string[]) =>
      Array.from({ length: newCount }, (_, grade) => labelList[grade] ?? '')
    setLabels(Object.fromEntries(Object.entries(labels).map(([code, labelList]) => [code, resized(labelList)])))
  }
  // the form library has a type for errors of single labels, but `problemsOf` reports one problem for all of them
  const labelsProblem = (form.formState.errors.labels as { message?: string } | undefined)?.message
  const previewLabels = labels[shortLocale(language.language)] ?? Object.values(labels)[0] ?? []
  return (
    <EntryDialog
      entry={entry}
      wide
      title={t(entry.base === null ? 'author.labelSets.new' : 'author.labelSets.change')}
      add={t('author.labelSets.add')}
      fieldName={(field) => t(`author.labelSets.${field}`)}
      onClose={onClose}
    >
      <EntryField form={form} name="name" label={t('author.labelSets.name')} problemText={problemText} max={50} />
      <Field label={t('author.labelSets.grades')} hint={t('author.labelSets.gradesHint')}>
        {(control) => (
          <Select {...control} value={count} onChange={(event) => setCount(Number(event.target.value))}>
            {GRADE_COUNTS.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </Select>
        )}
      </Field>
      {Object.entries(labels).map(([code, labelList]) => (
        <fieldset key={code} className="span label-words">
          <legend className="label">{languageName(code)}</legend>
          {labelList.map((label, grade) => (
            <Input
              // oxlint-disable-next-line react/no-array-index-key -- a label's index is its grade
              key={grade}
              aria-label={t('author.scales.labelIn', { grade, language: languageName(code) })}
              lang={code}
              maxLength={30}
              value={label}
              onChange={(event) => setLabels({ ...labels, [code]: labelList.with(grade, event.target.value) })}
            />
          ))}
        </fieldset>
      ))}
      <p role="alert" className="span why">
        {labelsProblem === undefined ? null : problemText(labelsProblem)}
      </p>
      <div className="span scale-preview" data-portal="coach">
        <p className="label">{t('author.scales.preview')}</p>
        <Grades
          label={t('author.scales.preview')}
          labels={previewLabels.map((label, grade) => label.trim() || String(grade))}
          value={pressed}
          // a set has no pass point; the preview takes the best grade
          pass={count - 1}
          onChange={setPressed}
        />
      </div>
    </EntryDialog>
  )
}
