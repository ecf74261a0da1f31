import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_CELL, type ImportRow } from '#contract/flows/member-imports.ts'
import { fieldsOfColumn, type Columns } from '#domain/members/import-columns.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useFieldWords } from './import-words.ts'
import { useSaveWhenLeft } from './use-save-when-left.ts'
import { BirthdayMeaning, CellMeaning } from './cell-meaning.tsx'

/** A text that was typed into a cell, and whether the server has it. */
interface Typed {
  text: string
  isSaved: boolean
}

interface CellsProps {
  row: ImportRow
  /** The columns that are assigned to a field, by their index in the file. */
  columns: readonly { field: string; index: number }[]
  /** All columns of the file. */
  fields: Columns
  /** The id of the element with the row's problems. */
  describedBy: string
  onChange: (cells: string[]) => Promise<unknown>
}

/** The cells of a row. In an invalid row they are inputs, which are saved on blur or by Enter. */
export function ImportCells({ row, columns, fields, describedBy, onChange }: CellsProps) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const { busy, act } = useAct()
  const [typed, setTyped] = useState<ReadonlyMap<number, Typed>>(new Map())
  // a text that is saved stays until the row comes with it, and no longer: the row may be corrected elsewhere too
  const [shownRow, setShownRow] = useState(row)
  if (shownRow !== row) {
    setShownRow(row)
    setTyped(new Map([...typed].filter(([, { isSaved }]) => !isSaved)))
  }
  // a row of the file may have fewer cells than columns
  const cells = Array.from(
    { length: Math.max(row.cells.length, ...columns.map(({ index }) => index + 1)) },
    (_, index) => typed.get(index)?.text ?? row.cells[index] ?? '',
  )
  const isTyped = (index: number) => cells[index] !== (row.cells[index] ?? '') && typed.get(index)?.isSaved !== true
  const isUnsaved = row.state === 'bad' && !busy && cells.some((_, index) => isTyped(index))
  useSaveWhenLeft(isUnsaved ? () => onChange(cells) : null)
  if (row.state !== 'bad')
    return columns.map(({ field, index }) => (
      <td key={index} data-label={fieldWords(field)}>
        {row.cells[index]}
        <CellMeaning column={field} cell={row.cells[index] ?? ''} />
        <BirthdayMeaning columns={fields} index={index} cells={row.cells} />
      </td>
    ))

  function save(index: number): void {
    if (cells[index] === (row.cells[index] ?? '')) return
    void act(
      async () => {
        await onChange(cells)
        // what was typed meanwhile is not saved
        setTyped((current) => {
          const texts = [...current].map(([at, { text }]) => [at, { text, isSaved: text === cells[at] }] as const)
          return new Map(texts)
        })
      },
      () => t('club.import.rowSaved', { row: row.row }),
    )
  }
  return columns.map(({ field, index }) => {
    const isInvalid = row.problems.some(
      (problem) => problem.field !== null && fieldsOfColumn(field).includes(problem.field),
    )
    return (
      <td key={index} data-label={fieldWords(field)}>
        <input
          className="cell"
          aria-label={t('club.import.cellOf', { field: fieldWords(field), row: row.row })}
          aria-invalid={isInvalid ? true : undefined}
          aria-describedby={isInvalid ? describedBy : undefined}
          maxLength={IMPORT_CELL}
          autoComplete="off"
          value={cells[index]}
          onChange={(event) => setTyped(new Map(typed).set(index, { text: event.target.value, isSaved: false }))}
          onBlur={() => save(index)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
        <CellMeaning column={field} cell={cells[index] ?? ''} />
        <BirthdayMeaning columns={fields} index={index} cells={cells} />
      </td>
    )
  })
}
