import '#web/features/scheme-browser/scheme-browser.css'
import './found-outline.css'
import { useTranslation } from 'react-i18next'
import type { FoundOutline, ImportBody, ImportReport } from '#contract/curriculum/scheme-files.ts'
import { SCALE_KINDS } from '#domain/curriculum/grade-scale.ts'
import {
  holdsSeveral,
  SHEET_FIELDS,
  STRUCTURES,
  type Reading,
  type SheetField,
} from '#domain/curriculum/transfer/sheet-columns.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'

/** The last line that may be chosen as that of the headings. */
const LAST_HEADER = 10

/** How a file is read, where the author has said it. */
export type Choices = Pick<ImportBody, 'reading' | 'sheet' | 'scale'>

/** Whether the author has said how the file is to be read. */
export const isChosen = (choices: Choices): boolean => Object.keys(choices).length > 0

interface FoundOutlineViewProps {
  found: FoundOutline
  findings: Pick<ImportReport, 'scale' | 'scaled' | 'sample'>
  choices: Choices
  onChoose: (choices: Choices) => void
}

/**
 * What a file of another program was found to be, how it is read, and what of it is left out; the reading can be changed
 * before anything is written.
 */
export function FoundOutlineView({ found, findings, choices, onChoose }: FoundOutlineViewProps) {
  const { t } = useTranslation()
  // what was chosen last, to which the server may not have answered yet, or a second change would lose the first
  const reading = found.reading && (choices.reading ?? found.reading)
  const choose = (change: Partial<Reading>) => reading && onChoose({ ...choices, reading: { ...reading, ...change } })
  return (
    <>
      <p>
        <b>{t(`author.found.form.${found.form}`)}</b>
      </p>
      {found.sheets.length > 1 ? (
        <Field label={t('author.found.sheet')}>
          {(control) => (
            <Select
              {...control}
              value={choices.sheet ?? found.sheet ?? ''}
              // another sheet has other columns
              onChange={(event) => onChoose({ sheet: event.target.value })}
            >
              {found.sheets.map((sheet) => (
                <option key={sheet}>{sheet}</option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {reading ? (
        <>
          <Field label={t('author.found.structure')}>
            {(control) => (
              <Select
                {...control}
                value={reading.structure}
                onChange={(event) => {
                  const structure = STRUCTURES.find((each) => each === event.target.value)
                  if (structure) choose({ structure })
                }}
              >
                {STRUCTURES.map((structure) => (
                  <option key={structure} value={structure}>
                    {t(`author.found.structures.${structure}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('author.found.header')}>
            {(control) => (
              <Select
                {...control}
                value={reading.header}
                onChange={(event) => choose({ header: Number(event.target.value) })}
              >
                {Array.from({ length: Math.max(LAST_HEADER, reading.header) + 1 }, (_, line) => (
                  <option key={line} value={line}>
                    {line === 0 ? t('author.found.noHeader') : line}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Columns found={found} reading={reading} onChoose={(columns) => choose({ columns })} />
        </>
      ) : null}
      {findings.scaled > 0 || choices.scale !== undefined ? (
        <ScaleField
          scale={choices.scale === undefined ? findings.scale : choices.scale}
          scaled={findings.scaled}
          onChoose={(scale) => onChoose({ ...choices, scale })}
        />
      ) : null}
      <LeftOutList found={found} />
      <Sample sample={findings.sample} />
    </>
  )
}

interface ColumnsProps {
  found: FoundOutline
  reading: Reading
  onChoose: (columns: Reading['columns']) => void
}

/** What each column holds, with its first cells. */
function Columns({ found, reading, onChoose }: ColumnsProps) {
  const { t } = useTranslation()
  const choose = (column: number, field: SheetField | undefined) =>
    onChoose(
      reading.columns.map((each, index) => {
        if (index === column) return field ?? null
        return each === field && !holdsSeveral(field) ? null : each
      }),
    )
  return (
    <ul className="found-columns" aria-label={t('author.found.columns')}>
      {found.columns.map(({ heading, samples }, column) => {
        const name = heading === '' ? t('author.found.column', { number: column + 1 }) : heading
        return (
          // the columns never change their order
          // oxlint-disable-next-line react/no-array-index-key
          <li key={column}>
            <span className="grow">
              <b>{name}</b>
              <small className="dim">{samples.join(' · ')}</small>
            </span>
            <Select
              aria-label={t('author.found.holds', { column: name })}
              value={reading.columns[column] ?? ''}
              onChange={(event) =>
                choose(
                  column,
                  SHEET_FIELDS.find((field) => field === event.target.value),
                )
              }
            >
              <option value="">{t('author.found.nothing')}</option>
              {SHEET_FIELDS.map((field) => (
                <option key={field} value={field}>
                  {t(`author.found.fields.${field}`)}
                </option>
              ))}
            </Select>
          </li>
        )
      })}
    </ul>
  )
}

/** The scale of skills for which the file names none, and how many these are. */
function ScaleField({
  scale,
  scaled,
  onChoose,
}: Pick<ImportReport, 'scale' | 'scaled'> & { onChoose: (scale: number | null) => void }) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('author.found.scale')}
      hint={scale === null ? undefined : t('author.found.scaled', { count: scaled })}
    >
      {(control) => (
        <Select
          {...control}
          value={scale ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">{t('author.grade.none')}</option>
          {SCALE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t('author.files.at.grade', { id: kind })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** What of the file is left out or shortened. */
function LeftOutList({ found }: { found: FoundOutline }) {
  const { t } = useTranslation()
  if (found.left_out.length === 0) return null
  return (
    <section>
      <h3>{t('author.found.leftOutTitle')}</h3>
      <ul className="bullets">
        {found.left_out.map(({ what, name, count }) => (
          <li key={`${what} ${name}`}>{t(`author.found.leftOut.${what}`, { name, times: count })}</li>
        ))}
      </ul>
    </section>
  )
}

/** The first nodes, each below that to which it belongs. */
function Sample({ sample }: { sample: ImportReport['sample'] }) {
  const { t } = useTranslation()
  if (sample.length === 0) return null
  return (
    <section>
      <h3>{t('author.found.sample')}</h3>
      <ul className="found-sample">
        {sample.map(({ t: kind, title, depth }, index) => (
          // two nodes may have the same title
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
            <Glyph kind={kind} />
            <span>
              <span className="sr">{t(`author.found.kind.${kind}`)}: </span>
              {title}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many levels, groups and skills there are. */
export function KindCounts({ kinds }: { kinds: ImportReport['kinds'] }) {
  const { t } = useTranslation()
  const shown = (['l', 'sg', 's'] as const).filter((kind) => kinds[kind] > 0)
  return <p>{shown.map((kind) => t(`author.found.count.${kind}`, { count: kinds[kind] })).join(' · ')}</p>
}
