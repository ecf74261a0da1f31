import { useTranslation } from 'react-i18next'
import type { ImportPreview, ImportReadingBody, MemberImport } from '#contract/flows/member-imports.ts'
import { DELIMITERS } from '#domain/platform/table-layout.ts'
import { useAct } from '#web/desk/use-act.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useImportPreview, useImportWrites } from './import-data.ts'
import { useRefusalWords } from './import-words.ts'

const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16'] as const
const DELIMITER_WORDS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** How the file was read, and its first rows; each of it can be changed, and then the file is read anew. */
export function ImportReading({ memberImport, onDone }: { memberImport: MemberImport; onDone: () => void }) {
  const { t } = useTranslation()
  const { readAs } = useImportWrites()
  const { busy, act } = useAct(useRefusalWords())
  const preview = useImportPreview(memberImport.id).data ?? []
  const { encoding, reading } = memberImport
  const { delimiter, sheet, sheets, header_row: headerRow } = reading
  const said: ImportReadingBody = {
    ...(delimiter !== null ? { encoding, delimiter } : sheet === null ? { all_sheets: true } : { sheet }),
    ...(reading.one_child === true ? { one_child: true } : {}),
    ...(reading.titles_left_out === true ? { titles_left_out: true } : {}),
  }
  const change = (part: ImportReadingBody) => void act(() => readAs(memberImport.id, { ...said, ...part }))
  return (
    <>
      <div className="in reading">
        {sheets.length > 1 ? (
          <Field label={t('club.import.sheet')}>
            {(control) => (
              <Select
                {...control}
                value={sheet ?? ''}
                disabled={busy}
                onChange={({ target: { value } }) =>
                  void act(() => readAs(memberImport.id, value === '' ? { all_sheets: true } : { sheet: value }))
                }
              >
                {reading.same_sheets === undefined ? null : (
                  <option value="">{t('club.import.allSheets', { count: reading.same_sheets })}</option>
                )}
                {sheets.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        {delimiter === null ? null : (
          <TextReading delimiter={delimiter} encoding={encoding} busy={busy} onChange={change} />
        )}
        <Field label={t('club.import.headerRow')}>
          {(control) => (
            <Select
              {...control}
              value={headerRow}
              disabled={busy}
              onChange={(event) => change({ header_row: Number(event.target.value) })}
            >
              {[...new Set([0, ...preview.map(({ row }) => row), headerRow])].map((row) => (
                <option key={row} value={row}>
                  {row === 0 ? t('club.import.noHeadings') : t('club.import.rowNumber', { row })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <RowsReading reading={reading} busy={busy} onChange={(part) => change({ header_row: headerRow, ...part })} />
      </div>
      {reading.same_sheets === undefined || sheet === null ? null : (
        <div className="in">
          <Alert kind="begun">
            <p>{t('club.import.sheetsAlike', { count: reading.same_sheets })}</p>
          </Alert>
        </div>
      )}
      {reading.side_by_side === undefined ? null : (
        <div className="in">
          <Alert kind="begun">
            <p>{t('club.import.tablesBeside', { count: reading.side_by_side })}</p>
          </Alert>
        </div>
      )}
      {encoding === 'windows-1252' ? (
        <div className="in">
          <Alert kind="begun">
            <p>{t('club.import.encoding')}</p>
          </Alert>
        </div>
      ) : null}
      <PreviewTable rows={preview} headerRow={headerRow} />
      <footer className="import-foot">
        <p className="grow small dim" aria-live="polite">
          {t('club.import.readSo', { count: memberImport.rows, columns: memberImport.header.length })}
        </p>
        <Button kind="main" disabled={busy} onClick={onDone}>
          {t('club.import.toColumns')}
        </Button>
      </footer>
    </>
  )
}

interface TextReadingProps {
  delimiter: string
  encoding: MemberImport['encoding']
  busy: boolean
  onChange: (part: ImportReadingBody) => void
}

/** How a text is read; a spreadsheet says it itself. */
function TextReading({ delimiter, encoding, busy, onChange }: TextReadingProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('club.import.delimiter')}>
        {(control) => (
          <Select
            {...control}
            value={delimiter}
            disabled={busy}
            onChange={(event) => {
              const chosen = DELIMITERS.find((each) => each === event.target.value)
              if (chosen !== undefined) onChange({ delimiter: chosen })
            }}
          >
            {DELIMITERS.map((each) => (
              <option key={each} value={each}>
                {t(`club.import.delimiters.${DELIMITER_WORDS[each]}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('club.import.encodingOf')}>
        {(control) => (
          <Select
            {...control}
            value={encoding}
            disabled={busy}
            onChange={(event) => {
              const chosen = ENCODINGS.find((each) => each === event.target.value)
              if (chosen !== undefined) onChange({ encoding: chosen })
            }}
          >
            {ENCODINGS.map((each) => (
              <option key={each} value={each}>
                {t(`club.import.encodings.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

interface RowsReadingProps {
  reading: MemberImport['reading']
  busy: boolean
  onChange: (part: ImportReadingBody) => void
}

/** How rows become children, where a row has several of them, or titles stand between the rows. */
function RowsReading({ reading, busy, onChange }: RowsReadingProps) {
  const { t } = useTranslation()
  return (
    <>
      {reading.children === undefined ? null : (
        <Field label={t('club.import.childrenOfRow')}>
          {(control) => (
            <Select
              {...control}
              value={reading.one_child === true ? 'one' : 'several'}
              disabled={busy}
              onChange={({ target }) => onChange({ one_child: target.value === 'one' })}
            >
              <option value="several">{t('club.import.severalChildren', { count: reading.children })}</option>
              <option value="one">{t('club.import.oneChild')}</option>
            </Select>
          )}
        </Field>
      )}
      {reading.titles === undefined ? null : (
        <Field label={t('club.import.titlesOfBlocks')}>
          {(control) => (
            <Select
              {...control}
              value={reading.titles_left_out === true ? 'out' : 'groups'}
              disabled={busy}
              onChange={({ target }) => onChange({ titles_left_out: target.value === 'out' })}
            >
              <option value="groups">{t('club.import.titlesAsGroups', { count: reading.titles })}</option>
              <option value="out">{t('club.import.titlesLeftOut')}</option>
            </Select>
          )}
        </Field>
      )}
    </>
  )
}

/** The first rows of the file; those above the headings are not read. */
function PreviewTable({ rows, headerRow }: { rows: ImportPreview; headerRow: number }) {
  const { t } = useTranslation()
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that arrow keys scroll it
    <section className="scroll grow" aria-label={t('club.import.firstRows')} tabIndex={0}>
      <table className="table still preview-table" aria-label={t('club.import.firstRows')}>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row} className={row < headerRow ? 'above' : undefined}>
              <th scope="row" className="r num dim">
                {row}
              </th>
              {Array.from({ length: width }, (_, index) => {
                const text = cells[index] ?? ''
                return row === headerRow && text !== '' ? (
                  // the columns never change their order
                  // oxlint-disable-next-line react/no-array-index-key
                  <th key={index} scope="col">
                    {text}
                  </th>
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={index}>{text}</td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
