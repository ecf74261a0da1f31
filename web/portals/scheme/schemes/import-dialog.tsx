import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportBody, ImportReport, ImportState } from '#contract/curriculum/scheme-files.ts'
import type { Api } from '#web/api/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { WorkProgress } from '#web/desk/work-progress.tsx'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FoundOutlineView, KindCounts, type Choices } from './found-outline.tsx'
import { ProblemList, SchemeFileField, useFileProblem, type ChosenFile } from './scheme-file-field.tsx'

/** How often the progress of a large import is polled. */
const POLL_MS = 1_000

type Progress = Pick<ImportState, 'done' | 'total'>

/** The name that a file has for its scheme; an outline has none, and is called as its file. */
const nameIn = ({ found, name }: ImportReport) => found?.name || name

/** Creates a scheme from a file, after showing what can be imported and what cannot. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [name, setName] = useState('')
  const [choices, setChoices] = useState<Choices>({})
  /** The choices that were made last; the answer to earlier ones is not shown any more. */
  const lastChoices = useRef<Choices>(choices)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const problemOf = useFileProblem()
  const [progress, setProgress] = useState<Progress | null>(null)
  // a started import continues on the server with its name, so closing the dialog then loses nothing
  const { leave, question } = useUnsavedWarning(
    report !== null && progress === null && name !== nameIn(report),
    onClose,
  )

  const postImport = async (body: ImportBody): Promise<ImportReport | null> => {
    try {
      return await api.write('POST', '/schemes/import', body)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(problemOf(error))
      return null
    }
  }
  const choose = async (file: ChosenFile | null) => {
    setProblem(null)
    setReport(null)
    setChosen(file)
    setChoices({})
    if (!file) return
    const { name: fileName, format, text } = file
    // an outline has no name of its own
    const checked = await postImport({ format, text, check: true, ...(format === 'csv' ? { name: fileName } : {}) })
    setReport(checked)
    setName(checked ? nameIn(checked) : fileName)
  }
  /** Reads the chosen file again in another way. */
  const readAgain = async (changed: Choices) => {
    if (!chosen) return
    setProblem(null)
    setChoices(changed)
    lastChoices.current = changed
    const { format, text, name: fileName } = chosen
    const checked = await postImport({ format, text, check: true, name: fileName, ...changed })
    if (checked && lastChoices.current === changed) setReport(checked)
  }
  const startImport = async () => {
    if (!chosen || !report) return
    setProblem(null)
    setProgress({ done: 0, total: report.nodes })
    const { format, text } = chosen
    const chosenName = name.trim() === '' ? report.name : name.trim()
    const reply = await postImport({ format, text, name: chosenName, check: false, ...choices })
    // `import` is the id of a large import, which goes on after the reply; a small one has ended with it
    const imported = reply !== null && (reply.import === null || (await waitForImport(api, reply.import, setProgress)))
    setProgress(null)
    await queries.invalidateQueries({ queryKey: ['schemes'] })
    if (imported && reply.slug !== null) void navigate(`/scheme/${reply.slug}`)
    else if (reply) setProblem(t('author.files.failed'))
  }
  return (
    <Dialog
      open
      wide
      onClose={leave}
      title={t('author.files.importTitle')}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button
            kind="main"
            disabled={!report || report.nodes === 0 || progress !== null}
            onClick={() => void startImport()}
          >
            {report ? t('author.files.import', { count: report.nodes }) : t('author.importInto.now')}
          </Button>
        </>
      }
    >
      <SchemeFileField onChoose={(file) => void choose(file)} />
      {problem === null ? null : (
        <Alert
          kind="bad"
          end={
            chosen && !report ? (
              <Button size="small" onClick={() => void choose(chosen)}>
                {t('author.again')}
              </Button>
            ) : null
          }
        >
          <p>{problem}</p>
        </Alert>
      )}
      {chosen && !report && problem === null ? <Skeleton height="8rem" /> : null}
      {report ? (
        <Findings
          report={report}
          name={name}
          onName={setName}
          choices={choices}
          onChoose={(next) => void readAgain(next)}
        />
      ) : null}
      {progress ? (
        <WorkProgress
          label={t('author.files.progress')}
          done={progress.done}
          total={progress.total ?? report?.nodes ?? 1}
        />
      ) : null}
      {question}
    </Dialog>
  )
}

/** Polls an import until it ends, and returns whether it succeeded. */
async function waitForImport(api: Api, id: string, onProgress: (progress: Progress) => void): Promise<boolean> {
  for (;;) {
    const state = await api.get(`/schemes/imports/${id}`).catch((error: unknown) => {
      // the import continues on the server while this page cannot reach it
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return null
      throw error
    })
    if (state) onProgress({ done: state.done, total: state.total })
    if (state && state.state !== 'running') return state.state === 'done'
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

interface FindingsProps {
  report: ImportReport
  name: string
  onName: (name: string) => void
  choices: Choices
  onChoose: (choices: Choices) => void
}

/** The result of the check: how many nodes can be imported, the problems, and the name of the new scheme. */
function Findings({ report, name, onName, choices, onChoose }: FindingsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('author.schemes.name')}>
        {(control) => (
          <ShortText {...control} maxLength={100} value={name} onChange={(event) => onName(event.target.value)} />
        )}
      </Field>
      {report.found ? (
        <FoundOutlineView found={report.found} findings={report} choices={choices} onChoose={onChoose} />
      ) : null}
      <KindCounts kinds={report.kinds} />
      <output>
        {t('author.files.fits', { count: report.nodes })}{' '}
        {report.problem_count === 0
          ? t('author.files.allFits')
          : t('author.files.problems', { count: report.problem_count })}
      </output>
      <ProblemList problems={report.problems} count={report.problem_count} />
    </>
  )
}
