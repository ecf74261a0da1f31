import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeSettings, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import type { ContentType, Visibility } from '#contract/curriculum/schemes.ts'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { focusAfterRemoval } from '#web/ui/lost-focus.ts'
import { contentIcons, contentTypes } from '../editor/node/content-types.ts'
import { wordsIn } from '../editor/words-in.ts'
import { MoveButtons } from '../move-buttons.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** A section as the form edits it. */
interface Row {
  /** The row's key in React, which a section without an id needs too. */
  key: string
  /** Missing until the section is saved. */
  id?: number
  name: Record<string, string>
  type: ContentType
  visibility: Visibility
  /** How many nodes have the section. */
  used: number
}

const visibilities = ['all', 'coach', 'author'] as const
const rowsOf = (settings: SchemeSettings): Row[] =>
  settings.sections.map((section) => ({ ...section, key: String(section.id) }))
/** The name of a section by language, without the languages in which it is empty. */
const withoutEmpty = (name: Row['name']) =>
  Object.fromEntries(Object.entries(name).flatMap(([code, text]) => (text.trim() === '' ? [] : [[code, text.trim()]])))

const isNameless = ({ name }: Row) => Object.keys(withoutEmpty(name)).length === 0

function bodyOf(rows: readonly Row[]): SectionsBody {
  return {
    sections: rows.map(({ id, name, type, visibility }) => ({
      ...(id === undefined ? {} : { id }),
      name: withoutEmpty(name),
      type,
      visibility,
    })),
  }
}

/** Edits the sections that a scheme's nodes can have: name, type, order, and who may read them. */
export function SectionsCard({ settings }: { settings: SchemeSettings }) {
  const { t } = useTranslation()
  const { busy, saveSections } = useSaveSettings(settings.slug)
  const [rows, setRows] = useState(() => rowsOf(settings))
  const [triedToSave, setTriedToSave] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const savedRows = rowsOf(settings)
  const changed = JSON.stringify(bodyOf(rows)) !== JSON.stringify(bodyOf(savedRows))
  const nameless = rows.some(isNameless)
  const change = (index: number, fields: Partial<Row>) =>
    setRows(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...fields } : row)))
  const move = (index: number, direction: 1 | -1) => {
    const row = rows[index]
    if (row) setRows(rows.toSpliced(index, 1).toSpliced(index + direction, 0, row))
  }
  const add = () => setRows([...rows, { key: crypto.randomUUID(), name: {}, type: 'text', visibility: 'all', used: 0 }])
  const submit = () => {
    setTriedToSave(true)
    if (!nameless) void saveSections(bodyOf(rows), settings.sections_revision)
    else focusFirstInvalid(list.current)
  }
  return (
    <Card className="in stack">
      <h2>{t('author.sections.title')}</h2>
      <p className="dim">{t('author.sections.text')}</p>
      {rows.length === 0 ? <p className="dim">{t('author.sections.none')}</p> : null}
      <fieldset className="saved-fields" disabled={busy}>
        <ol ref={list} className="setting-rows">
          {rows.map((row, index) => (
            <SectionRow
              key={row.key}
              row={row}
              index={index}
              last={index === rows.length - 1}
              nameMissing={triedToSave && isNameless(row)}
              languages={settings.languages}
              onSet={(fields) => change(index, fields)}
              onMove={(direction) => move(index, direction)}
              onRemove={() => setRows(rows.toSpliced(index, 1))}
            />
          ))}
        </ol>
        <div>
          <Button size="small" onClick={add}>
            <Icon icon={Plus} />
            {t('author.sections.add')}
          </Button>
        </div>
      </fieldset>
      <SaveBar changed={changed} busy={busy} onReset={() => setRows(savedRows)} onSave={submit} />
    </Card>
  )
}

interface SectionRowProps {
  row: Row
  index: number
  last: boolean
  /** Saving was tried although the section has no name. */
  nameMissing: boolean
  languages: readonly string[]
  onSet: (changes: Partial<Row>) => void
  onMove: (direction: 1 | -1) => void
  onRemove: () => void
}

function SectionRow({ row, index, last, nameMissing, languages, onSet, onMove, onRemove }: SectionRowProps) {
  const { t } = useTranslation()
  const { language } = useShell()
  const name =
    wordsIn(withoutEmpty(row.name), [language.language, ...languages].map(shortLocale)) ||
    t('author.sections.unnamed', { place: index + 1 })
  return (
    <li>
      <Icon icon={contentIcons[row.type]} />
      {languages.map((locale, position) => (
        <Field
          key={locale}
          label={t('author.sections.nameIn', { language: languageName(locale) })}
          // a name in any language is enough, so only the first field has the message
          error={nameMissing && position === 0 ? t('author.sections.nameMissing') : undefined}
        >
          {(control) => (
            <ShortText
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new section needs a name next
              autoFocus={position === 0 && row.id === undefined}
              lang={locale}
              maxLength={50}
              autoComplete="off"
              value={row.name[shortLocale(locale)] ?? ''}
              onChange={(event) => onSet({ name: { ...row.name, [shortLocale(locale)]: event.target.value } })}
            />
          )}
        </Field>
      ))}
      <Field
        label={t('author.sections.type')}
        hint={row.used > 0 ? t('author.sections.used', { count: row.used }) : undefined}
      >
        {(control) => (
          <Select
            {...control}
            disabled={row.used > 0}
            value={row.type}
            onChange={(event) => onSet({ type: contentTypes.find((type) => type === event.target.value) ?? row.type })}
          >
            {contentTypes.map((type) => (
              <option key={type} value={type}>
                {t(`author.content.type.${type}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('author.sections.visibility')}>
        {(control) => (
          <Select
            {...control}
            value={row.visibility}
            onChange={(event) =>
              onSet({
                visibility: visibilities.find((visibility) => visibility === event.target.value) ?? row.visibility,
              })
            }
          >
            {visibilities.map((visibility) => (
              <option key={visibility} value={visibility}>
                {t(`author.sections.visibleTo.${visibility}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="row-tools">
        <MoveButtons name={name} first={index === 0} last={last} onMove={onMove} />
        <Button
          kind="bare"
          icon
          aria-label={row.used > 0 ? t('author.sections.inUse', { name }) : t('author.sections.remove', { name })}
          title={row.used > 0 ? t('author.sections.inUse', { name }) : undefined}
          disabled={row.used > 0}
          onClick={(event) => {
            focusAfterRemoval(event.currentTarget.closest('li'))
            onRemove()
          }}
        >
          <Icon icon={Trash2} />
        </Button>
      </div>
    </li>
  )
}
