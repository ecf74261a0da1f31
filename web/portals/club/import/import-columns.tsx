import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import {
  fieldsOfColumn,
  holdsSame,
  IMPORT_FIELDS,
  isBirthdayPart,
  missingFields,
  passedColumn,
  placeOfColumn,
  type Columns,
} from '#domain/members/import-columns.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useSchemes } from '../club-data.ts'
import { LevelOptions } from '../members/level-options.tsx'
import { useImportRows, useImportWrites } from './import-data.ts'
import { useFieldWords, useHeadingWords } from './import-words.ts'
import { levelOfOption, LevelsOfSkills, optionOfLevel, SkillSelect } from './skill-select.tsx'
import { BirthdayMeaning, CellMeaning } from './cell-meaning.tsx'
import { useSaveWhenLeft } from './use-save-when-left.ts'

/** Assigns the file's columns to fields, with samples from the first rows. */
export function ImportColumns({ memberImport, onDone }: { memberImport: MemberImport; onDone: () => void }) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const headings = memberImport.header.map(useHeadingWords())
  const { change } = useImportWrites()
  const { busy, act } = useAct()
  const [columns, setColumns] = useState(memberImport.columns)
  useSaveWhenLeft(
    busy || columns.join() === memberImport.columns.join() ? null : () => change(memberImport.id, { columns }),
  )
  const sampleRows = useImportRows(memberImport.id, 'all', /* page */ 0, /* size */ 10).data?.rows ?? []
  const missing = missingFields(columns)
  const asked = new Map(memberImport.asked.map(({ column, fields }) => [column, fields]))
  const open = memberImport.asked.filter(({ column }) => columns[column] === null)
  const leftOut = headings.filter((_name, index) => columns[index] === null)
  // each field has one column, so choosing it for another column removes it from the column that had it
  const choose = (index: number, field: string | null) =>
    setColumns(
      columns.map((each, position) => {
        if (position === index) return field
        return each !== null && field !== null && holdsSame(each, field) ? null : each
      }),
    )

  async function save(): Promise<void> {
    await act(async () => {
      await change(memberImport.id, { columns })
      onDone()
    })
  }
  return (
    <>
      {memberImport.remembered ? (
        <div className="in">
          <Alert>
            <p>{t('club.import.remembered')}</p>
          </Alert>
        </div>
      ) : null}
      <div className="scroll grow">
        <table className="table still columns-table" aria-label={t('club.import.title')}>
          <thead>
            <tr>
              <th>{t('club.import.column')}</th>
              <th>{t('club.import.holds')}</th>
              <th className="middle">{t('club.import.sample')}</th>
            </tr>
          </thead>
          <tbody>
            {headings.map((name, index) => (
              // the columns never change their order
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td className="name">{name}</td>
                <td>
                  <FieldSelect
                    name={name}
                    field={columns[index] ?? null}
                    asked={asked.get(index)}
                    onChoose={(field) => choose(index, field)}
                  />
                </td>
                <td className="middle dim">
                  <Samples
                    columns={columns}
                    index={index}
                    rows={sampleRows
                      // sums below the table are no samples of it
                      .filter(({ state, cells }) => state !== 'out' && (cells[index] ?? '') !== '')
                      .map(({ cells }) => cells)
                      .slice(0, 3)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className="import-foot">
        <p className="grow" aria-live="polite">
          {missing.length > 0 ? (
            <b>{t('club.import.missing', { fields: missing.map(fieldWords).join(', ') })}</b>
          ) : open.length > 0 ? (
            <b>{t('club.import.asked', { count: open.length })}</b>
          ) : leftOut.length > 0 ? (
            t('club.import.leftOutColumns', { count: leftOut.length, names: leftOut.join(', ') })
          ) : (
            <span className="dim">{t('club.import.allMatched')}</span>
          )}
        </p>
        <Button kind="main" disabled={busy || missing.length > 0} onClick={() => void save()}>
          {t(missing.length === 0 ? 'club.import.toValues' : 'club.import.matchFirst')}
        </Button>
      </footer>
    </>
  )
}

interface FieldSelectProps {
  /** The heading of the column. */
  name: string
  field: string | null
  /** The levels and skills that the heading names, when it names several. */
  asked: readonly string[] | undefined
  onChoose: (field: string | null) => void
}

/** What a column contains: a field, a level, what its heading names, or the skill that was found by its heading. */
function FieldSelect({ name, field, asked, onChoose }: FieldSelectProps) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const schemes = useSchemes()
  const [slug = '', ...path] = (placeOfColumn(field) ?? '').split('/')
  const isSkill = schemes.get(slug)?.nodes.get(`/${path.join('/')}`)?.t === 's'
  const named = asked ?? (field !== null && isSkill ? [field] : [])
  const isOpen = asked !== undefined && field === null
  // the level of which a skill is chosen, where the heading names none
  const [level, setLevel] = useState<string | null>(null)
  return (
    <>
      <Select
        aria-label={t('club.import.holdsOf', { column: name })}
        aria-invalid={isOpen && level === null ? true : undefined}
        value={level === null ? (field ?? '') : optionOfLevel(level)}
        onChange={({ target: { value } }) => {
          setLevel(levelOfOption(value))
          onChoose(value === '' || levelOfOption(value) !== null ? null : value)
        }}
      >
        <option value="">{t('club.import.nothing')}</option>
        {named.length === 0 ? null : (
          <optgroup label={name}>
            {named.map((each) => (
              <option key={each} value={each}>
                {fieldWords(each)}
              </option>
            ))}
          </optgroup>
        )}
        {IMPORT_FIELDS.map((each) => (
          <option key={each} value={each}>
            {fieldWords(each)}
          </option>
        ))}
        <LevelOptions schemes={schemes} optionValue={passedColumn} />
        <LevelsOfSkills schemes={schemes} />
      </Select>
      {level === null ? null : (
        <SkillSelect schemes={schemes} level={level} name={name} field={field} onChoose={onChoose} />
      )}
      {isOpen && level === null ? <span className="small why">{t('club.import.askedOf')}</span> : null}
    </>
  )
}

interface SamplesProps {
  columns: Columns
  index: number
  /** The first rows in which the column has a text, three at most. */
  rows: readonly (readonly string[])[]
}

/** What a column has in the first rows; what is divided or joined stands one below the other, each with its parts. */
function Samples({ columns, index, rows }: SamplesProps) {
  const column = columns[index] ?? null
  const cells = rows.map((row) => row[index] ?? '')
  const isPlain =
    column === null || (column !== 'phones' && fieldsOfColumn(column).length < 2 && !isBirthdayPart(column))
  if (isPlain) return cells.join(' · ')
  return cells.map((cell, at) => (
    // the same text may stand in two rows
    // oxlint-disable-next-line react/no-array-index-key
    <div key={at}>
      {cell} <CellMeaning column={column} cell={cell} />
      <BirthdayMeaning columns={columns} index={index} cells={rows[at] ?? []} />
    </div>
  ))
}
