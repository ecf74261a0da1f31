import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import { labelsOfKind } from '#domain/curriculum/grade-scale.ts'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Grades } from '#web/ui/form/grades.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SaveAsLabelSet } from './save-as-label-set.tsx'

/** One scale as the form edits it. */
export type Scale = SchemeSettings['grades'][number]

interface ScaleRowProps {
  scale: Scale
  settings: SchemeSettings
  onSet: (changes: Partial<Scale>) => void
}

/** The value of the option for labels that are not from a label set; no set has this id. */
const CUSTOM_LABELS = 'own'

/** Edits one scale: the grade from which a skill is passed, and the labels of its grades. */
export function ScaleRow({ scale, settings, onSet }: ScaleRowProps) {
  const { t } = useTranslation()
  const { language } = useShell()
  const { grade: kind, pass, labels } = scale
  const languages = settings.languages.map(shortLocale)
  const [fallback = 'en'] = languages
  const shownLanguage = languages.includes(shortLocale(language.language)) ? shortLocale(language.language) : fallback
  // `usual` has the default labels of each language, a list for each kind of scale from 1
  const defaultLabels = (code: string) => settings.usual[code]?.[kind - 1] ?? []
  const labelsIn = (code: string) => labels?.[code] ?? defaultLabels(code)
  // the label sets with as many labels as this kind of scale has grades
  const sets = settings.label_sets.filter((set) =>
    Object.values(set.labels).every((labelList) => labelList.length === labelsOfKind(kind)),
  )
  const chosenSet = sets.find((set) => JSON.stringify(set.labels) === JSON.stringify(labels))
  const chosen = labels === null ? '' : (chosenSet?.id ?? CUSTOM_LABELS)
  /** The grade that the author presses in the preview. */
  const [pressed, setPressed] = useState<number | null>(null)
  const chooseLabels = (id: string) => {
    const set = sets.find((candidate) => candidate.id === id)
    if (id === '') onSet({ labels: null })
    else if (set) onSet({ labels: set.labels })
    else onSet({ labels: allLabels() })
  }
  const allLabels = () => Object.fromEntries(languages.map((code) => [code, [...labelsIn(code)]]))
  const setLabel = (code: string, grade: number, label: string) =>
    onSet({ labels: { ...allLabels(), [code]: labelsIn(code).with(grade, label) } })
  const name = t('author.scales.kind', { kind })
  return (
    <li>
      <div className="scale-head">
        <b>{name}</b>
        <small className="dim">{t('author.scales.used', { count: scale.used })}</small>
      </div>
      {/* kind 1 is a tick, whose pass point is fixed */}
      <Field label={t('author.scales.pass')}>
        {(control) => (
          <Select
            {...control}
            disabled={kind === 1}
            value={pass}
            onChange={(event) => onSet({ pass: Number(event.target.value) })}
          >
            {kind === 1 ? null : <option value={0}>{t('author.scales.none')}</option>}
            {labelsIn(shownLanguage).map((label, grade) =>
              grade === 0 ? null : (
                <option key={grade} value={grade}>
                  {label}
                </option>
              ),
            )}
          </Select>
        )}
      </Field>
      <Field label={t('author.scales.labels')}>
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => chooseLabels(event.target.value)}>
            <option value="">{t('author.scales.usual')}</option>
            {sets.map((set) => (
              <option key={set.id} value={set.id}>
                {set.name}
              </option>
            ))}
            <option value={CUSTOM_LABELS}>{t('author.scales.own')}</option>
          </Select>
        )}
      </Field>
      {pass > 0 ? (
        // the buttons have the coach portal's styles
        <div className="scale-preview" data-portal="coach">
          <Grades
            label={`${name}: ${t('author.scales.preview')}`}
            labels={labelsIn(shownLanguage)}
            value={pressed ?? pass}
            pass={pass}
            onChange={setPressed}
          />
        </div>
      ) : null}
      {chosen === CUSTOM_LABELS
        ? settings.languages.map((locale) => (
            <fieldset key={locale} className="label-words">
              <legend className="dim">{languageName(locale)}</legend>
              {labelsIn(shortLocale(locale)).map((label, grade) => (
                <Input
                  key={grade}
                  aria-label={t('author.scales.labelIn', { grade, language: languageName(locale) })}
                  lang={locale}
                  maxLength={30}
                  value={label}
                  onChange={(event) => setLabel(shortLocale(locale), grade, event.target.value)}
                />
              ))}
            </fieldset>
          ))
        : null}
      {chosen === CUSTOM_LABELS && labels ? <SaveAsLabelSet slug={settings.slug} labels={labels} /> : null}
    </li>
  )
}
