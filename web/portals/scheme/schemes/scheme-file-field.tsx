import '#web/features/upload/upload.css'
import { FileCheck2, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportBody } from '#contract/curriculum/scheme-files.ts'
import type { ImportProblem } from '#domain/curriculum/transfer/scheme-file.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { failure } from '../failure.ts'

/** `at` tells one choice from the next. */
export type ChosenFile = Pick<ImportBody, 'format' | 'text'> & { name: string; at: number }

const MOST_SHOWN = 20

/** A scheme or an outline of one, from the author's machine. */
export function SchemeFileField({ onChoose }: { onChoose: (file: ChosenFile) => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const read = async (file: File) => {
    setChosen(file.name)
    const format = file.name.toLowerCase().endsWith('.csv') ? 'csv' : 'json'
    onChoose({
      format,
      text: await file.text(),
      name: file.name.replace(/\.[^.]*$/, '').slice(0, 100),
      at: performance.now(),
    })
  }
  return (
    <Field label={t('author.files.file')} hint={t('author.files.fileHint')}>
      {(control) => (
        <div className="upload">
          <Icon of={chosen === null ? FileUp : FileCheck2} />
          <span className="grow" aria-live="polite">
            {chosen ?? t('upload.drop')}
          </span>
          <span className="btn small" aria-hidden="true">
            {t(chosen === null ? 'upload.choose' : 'upload.other')}
          </span>
          {/* a field for files takes what is dropped on it by itself: it lies over the whole box */}
          <input
            {...control}
            type="file"
            accept=".json,.csv"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void read(file)
              // the same file may be chosen again, put right
              event.target.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}

/** Why a file was not taken: nobody answered, the server failed, or what it says of the file. */
export function useFileProblem(): (error: ApiError) => string {
  const { t } = useTranslation()
  return (error) => t(failure(error, 'author.files.refused'), { why: error.detail })
}

interface ProblemListProps {
  problems: readonly ImportProblem[]
  count: number
  /** Titles of nodes that the scheme has. */
  titleOf?: (id: string) => string
}

/** What of a file does not fit, and where in it. */
export function ProblemList({ problems, count, titleOf = (id) => id }: ProblemListProps) {
  const { t } = useTranslation()
  const nameOf = (at: string): string => {
    const [, what, id = ''] = /^(section|grade|video) (\d+)$/.exec(at) ?? []
    if (what !== undefined) return t(`author.files.at.${what as 'grade'}`, { id })
    return at.startsWith('/') ? titleOf(at) : at
  }
  const shown = problems.slice(0, MOST_SHOWN)
  return (
    <>
      <ul className="bullets">
        {shown.map((problem, at) => (
          <li key={at}>
            <b>{nameOf(problem.at)}</b> {t(`author.files.problem.${problem.code}`, { what: problem.what })}
          </li>
        ))}
      </ul>
      {count > shown.length ? <p className="dim">{t('author.change.more', { count: count - shown.length })}</p> : null}
    </>
  )
}
