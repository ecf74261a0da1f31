import '#web/features/scheme-browser/scheme-browser.css'
import '#web/features/upload/upload.css'
import { FileCheck2, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportBody } from '#contract/curriculum/scheme-files.ts'
import type { ImportProblem } from '#domain/curriculum/transfer/scheme-file.ts'
import { faultOfText, type TextFault } from '#domain/curriculum/transfer/text-fault.ts'
import { isArchive } from '#domain/platform/archive.ts'
import { cutText } from '#domain/platform/cut-text.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { failureKey } from '../failure-key.ts'
import { decodeText } from './decode-text.ts'

/** The content of a chosen file. `chosenAt` differs for each choice, also when the same file is chosen again. */
export type ChosenFile = Pick<ImportBody, 'format' | 'text'> & { name: string; chosenAt: number }

/** The largest file that is sent. */
const MAX_BYTES = 22_000_000

/** The bytes of a file as base64. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    // read as a data URL, it is a text
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })

/** How many problems are listed. */
const MAX_SHOWN = 20

/** Chooses a file with a curriculum, and reads it; null = the chosen file is none. */
export function SchemeFileField({ onChoose }: { onChoose: (file: ChosenFile | null) => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState<TextFault | null>(null)
  const read = async (file: File) => {
    setChosen(file.name)
    const bytes = new Uint8Array(file.size > MAX_BYTES ? new ArrayBuffer(0) : await file.arrayBuffer())
    // by what is in it, because a file may have any name
    const isSheet = isArchive(bytes)
    const text = isSheet ? await base64Of(file) : decodeText(bytes)
    const isTooLong = file.size > MAX_BYTES || text.length > MAX_BYTES
    const found: TextFault | null = isTooLong ? { why: 'TOO_LONG' } : isSheet ? null : faultOfText(text)
    setFault(found)
    if (found) return onChoose(null)
    onChoose({
      format: isSheet ? 'sheet' : /^\s*[{[]/.test(text) ? 'json' : 'csv',
      text,
      // without its extension, and not longer than the name of a scheme may be
      name: cutText(file.name.replace(/\.[^.]*$/, ''), 100),
      chosenAt: performance.now(),
    })
  }
  return (
    <Field
      label={t('author.files.file')}
      hint={t('author.files.fileHint')}
      error={fault ? t(`author.files.unreadable.${fault.why}`, { line: fault.line, column: fault.column }) : undefined}
    >
      {(control) => (
        <div className="upload">
          <Icon icon={chosen === null ? FileUp : FileCheck2} />
          <span className="grow" aria-live="polite">
            {chosen ?? t('upload.drop')}
          </span>
          <span className="btn small" aria-hidden="true">
            {t(chosen === null ? 'upload.choose' : 'upload.other')}
          </span>
          {/* the input covers the whole box, because a file input accepts dropped files by itself */}
          <input
            {...control}
            type="file"
            accept=".json,.csv,.tsv,.txt,.xlsx,.ods"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void read(file)
              // without this, choosing the same file again after correcting it would cause no event
              event.target.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}

/** Returns a function that says why an import failed: no network, a server error, or the server's message about the file. */
export function useFileProblem(): (error: ApiError) => string {
  const { t } = useTranslation()
  return (error) => {
    if (['CSV_TOO_LONG', 'PAYLOAD_TOO_LARGE'].includes(error.error)) return t('author.files.unreadable.TOO_LONG')
    const [, why, line, column] = UNREADABLE.exec(error.detail) ?? []
    const reason = REASONS.find((each) => each === why)
    return reason && error.error === 'CSV_UNREADABLE'
      ? t(`author.files.unreadable.${reason}`, { line, column })
      : t(failureKey(error, 'author.files.refused'), { why: error.detail })
  }
}

/** Why a file cannot be read, as the server says it: a word, and where in the file. */
const UNREADABLE = /^([A-Z_]+)(?:: line (\d+)(?:, column (\d+))?)?/
const REASONS = [
  'EMPTY',
  'PDF',
  'SPREADSHEET',
  'NO_TEXT',
  'NOT_JSON',
  'QUOTES',
  'CASE',
  'SHEET_ARCHIVE',
  'SHEET_DAMAGED',
  'SHEET_TOO_LARGE',
] as const

interface ProblemListProps {
  problems: readonly ImportProblem[]
  count: number
  /** Gives the title of a node that the scheme already has. */
  titleOf?: (id: string) => string
}

/** Lists the problems of a file, each with the node or setting that it is about. */
export function ProblemList({ problems, count, titleOf = (id) => id }: ProblemListProps) {
  const { t } = useTranslation()
  // a setting is named by its type and id, such as `section 2`; other locations are node ids, names or lines
  const nameOf = (location: string): string => {
    const [, setting, id = ''] = /^(section|grade|video) (\d+)$/.exec(location) ?? []
    if (setting !== undefined) return t(`author.files.at.${setting as 'grade'}`, { id })
    if (/^\d+$/.test(location)) return t('author.files.at.line', { line: location })
    return location.startsWith('/') ? titleOf(location) : location
  }
  const shown = problems.slice(0, MAX_SHOWN)
  return (
    <>
      <ul className="bullets">
        {shown.map((problem, index) => (
          <li key={index}>
            <b>{nameOf(problem.at)}</b> {t(`author.files.problem.${problem.code}`, { what: problem.what })}
          </li>
        ))}
      </ul>
      {count > shown.length ? <p className="dim">{t('author.change.more', { count: count - shown.length })}</p> : null}
    </>
  )
}
