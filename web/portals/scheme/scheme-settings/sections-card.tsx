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
import { focusWrong } from '#web/ui/form/focus-wrong.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { contentIcons, contentTypes } from '../editor/node/content-types.ts'
import { wordsIn } from '../editor/words-of.ts'
import { MoveButtons } from '../move-buttons.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSaveSettings } from './use-save-settings.ts'

interface Row {
  key: string
  id?: number
  name: Record<string, string>
  type: ContentType
  visibility: Visibility
  used: number
}

const visibilities = ['all', 'coach', 'author'] as const
const rowsOf = (settings: SchemeSettings): Row[] =>
  settings.sections.map((section) => ({ ...section, key: String(section.id) }))
/** A section without a name in a language has no word for it. */
const named = (name: Row['name']) =>
  Object.fromEntries(Object.entries(name).flatMap(([one, text]) => (text.trim() === '' ? [] : [[one, text.trim()]])))

const isNameless = ({ name }: Row) => Object.keys(named(name)).length === 0

function bodyOf(rows: readonly Row[]): SectionsBody {
  return {
    sections: rows.map(({ id, name, type, visibility }) => ({
      ...(id === undefined ? {} : { id }),
      name: named(name),
      type,
      visibility,
    })),
  }
}

/** The named parts of a scheme's nodes: what they hold, in which order, and who reads them. */
export function SectionsCard({ settings }: { settings: SchemeSettings }) {
  const { t } = useTranslation()
  const { busy, save } = useSaveSettings(settings.slug)
  const [rows, setRows] = useState(() => rowsOf(settings))
  const [tried, setTried] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const start = rowsOf(settings)
  const changed = JSON.stringify(bodyOf(rows)) !== JSON.stringify(bodyOf(start))
  const nameless = rows.some(isNameless)
  const set = (at: number, to: Partial<Row>) => setRows(rows.map((row, k) => (k === at ? { ...row, ...to } : row)))
  const move = (at: number, by: 1 | -1) => {
    const row = rows[at]
    if (row) setRows(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
  }
  const add = () => setRows([...rows, { key: crypto.randomUUID(), name: {}, type: 'text', visibility: 'all', used: 0 }])
  const submit = () => {
    setTried(true)
    if (!nameless) void save('sections', bodyOf(rows), settings.sections_revision)
    else focusWrong(list.current)
  }
  return (
    <Card className="in stack">
      <h2>{t('author.sections.title')}</h2>
      <p className="dim">{t('author.sections.text')}</p>
      {rows.length === 0 ? <p className="dim">{t('author.sections.none')}</p> : null}
      <ol ref={list} className="setting-rows">
        {rows.map((row, at) => (
          <SectionRow
            key={row.key}
            row={row}
            place={at}
            last={at === rows.length - 1}
            wrong={tried && isNameless(row)}
            languages={settings.languages}
            onSet={(to) => set(at, to)}
            onMove={(by) => move(at, by)}
            onRemove={() => setRows(rows.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <div>
        <Button size="small" onClick={add}>
          <Icon of={Plus} />
          {t('author.sections.add')}
        </Button>
      </div>
      <SaveBar changed={changed} busy={busy} onReset={() => setRows(start)} onSave={submit} />
    </Card>
  )
}

interface SectionRowProps {
  row: Row
  place: number
  last: boolean
  /** It was to be saved without a name. */
  wrong: boolean
  languages: readonly string[]
  onSet: (to: Partial<Row>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function SectionRow({ row, place, last, wrong, languages, onSet, onMove, onRemove }: SectionRowProps) {
  const { t } = useTranslation()
  const { language } = useShell()
  const name =
    wordsIn(named(row.name), [language.language, ...languages].map(shortLocale)) ||
    t('author.sections.unnamed', { place: place + 1 })
  return (
    <li>
      <Icon of={contentIcons[row.type]} />
      {languages.map((locale, at) => (
        <Field
          key={locale}
          label={t('author.sections.nameIn', { language: languageName(locale) })}
          error={wrong && at === 0 ? t('author.sections.nameMissing') : undefined}
        >
          {(control) => (
            <ShortText
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- who adds a section names it next
              autoFocus={at === 0 && row.id === undefined}
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
            onChange={(event) => onSet({ type: contentTypes.find((one) => one === event.target.value) ?? row.type })}
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
              onSet({ visibility: visibilities.find((one) => one === event.target.value) ?? row.visibility })
            }
          >
            {visibilities.map((one) => (
              <option key={one} value={one}>
                {t(`author.sections.see.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="row-tools">
        <MoveButtons name={name} first={place === 0} last={last} onMove={onMove} />
        <Button
          kind="bare"
          icon
          aria-label={row.used > 0 ? t('author.sections.inUse', { name }) : t('author.sections.remove', { name })}
          title={row.used > 0 ? t('author.sections.inUse', { name }) : undefined}
          disabled={row.used > 0}
          onClick={onRemove}
        >
          <Icon of={Trash2} />
        </Button>
      </div>
    </li>
  )
}
