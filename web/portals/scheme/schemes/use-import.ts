import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ImportBody, ImportReport, ImportState } from '#contract/curriculum/scheme-files.ts'
import type { Api } from '#web/api/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useStillOpen } from '#web/shell/frame/use-still-open.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import type { Choices } from './found-outline.tsx'
import { useFileProblem, type ChosenFile } from './scheme-file-field.tsx'

/** How often the progress of a large import is polled. */
const POLL_MS = 1_000

type Progress = Pick<ImportState, 'done' | 'total'>

/** The name that a file has for its scheme; an outline has none, and is called as its file. */
export const nameIn = ({ found, name }: ImportReport): string => (found && found.name !== '' ? found.name : name)

/** The import of a file as a new scheme: it is checked, read in another way, and started. */
export function useImport() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const problemOf = useFileProblem()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [name, setName] = useState('')
  const [choices, setChoices] = useState<Choices>({})
  /** The choices that were made last, for the last file; the answer to earlier ones is not shown any more. */
  const lastChoices = useRef<Choices>(choices)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)

  // a started import goes on without the dialog
  const isStillOpen = useStillOpen()

  const postImport = async (body: ImportBody, isLast = () => true): Promise<ImportReport | null> => {
    try {
      return await api.write('POST', '/schemes/import', body)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isLast()) setProblem(problemOf(error))
      return null
    }
  }
  const choose = async (file: ChosenFile | null) => {
    setProblem(null)
    setReport(null)
    setChosen(file)
    const noChoices: Choices = {}
    setChoices(noChoices)
    lastChoices.current = noChoices
    if (!file) return
    const { name: fileName, format, text } = file
    // an outline has no name of its own
    const isLast = () => lastChoices.current === noChoices
    const named = format === 'json' ? {} : { name: fileName }
    const checked = await postImport({ format, text, check: true, ...named }, isLast)
    if (!isLast()) return
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
    const isLast = () => lastChoices.current === changed
    const checked = await postImport({ format, text, check: true, name: fileName, ...changed }, isLast)
    if (checked && isLast()) setReport(checked)
  }
  const start = async () => {
    if (!chosen || !report) return
    setProblem(null)
    setProgress({ done: 0, total: report.nodes })
    const { format, text } = chosen
    const chosenName = name.trim() === '' ? nameIn(report) : name.trim()
    const reply = await postImport({ format, text, name: chosenName, check: false, ...choices })
    // `import` is the id of a large import, which goes on after the reply; a small one has ended with it
    const imported = reply !== null && (reply.import === null || (await waitForImport(api, reply.import, setProgress)))
    setProgress(null)
    await queries.invalidateQueries({ queryKey: ['schemes'] })
    if (!isStillOpen())
      alerts.show(
        t(imported ? 'author.files.imported' : 'author.files.failed', { name: chosenName }),
        imported ? 'done' : 'bad',
      )
    else if (imported && reply.slug !== null) void navigate(`/scheme/${reply.slug}`)
    else if (reply) setProblem(t('author.files.failed'))
  }
  return { chosen, name, setName, choices, report, problem, progress, choose, readAgain, start }
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
