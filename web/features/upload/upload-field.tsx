import './upload.css'
import { CircleAlert, FileCheck2, FileUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredFile } from '#contract/platform/files.ts'
import {
  extensionsFor,
  fileProblem,
  fileTypes,
  maxBytes,
  type Extension,
  type Purpose,
} from '#domain/platform/file-type.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fileSize } from './file-size.ts'

/** Sends a file; resolves to the stored file, or to the code of what is wrong with it. */
export type Send = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<StoredFile | { problem: string }>

interface UploadFieldProps {
  label: string
  purpose: Purpose
  /** Restricts the types of files that the purpose allows. */
  onlyExtensions?: readonly Extension[]
  /** The present file, if there is one. */
  current: Pick<StoredFile, 'filename' | 'bytes'> | null
  send: Send
  onStored: (file: StoredFile) => void
  /** Called when an upload begins and ends. A form that is saved in between would leave the file out. */
  onUploading?: (isUploading: boolean) => void
  /** An error of the form, such as that a file is missing. */
  error?: string | undefined
}

type Upload = { name: string; fraction: number; controller: AbortController }

/**
 * Uploads a chosen or dropped file at once and shows the progress. A wrong type or size is refused before it is sent.
 */
export function UploadField(props: UploadFieldProps) {
  const { label, purpose, onlyExtensions, current, send, onStored, onUploading, error } = props
  const extensions = onlyExtensions ?? extensionsFor(purpose)
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Upload | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const lastController = useRef<AbortController | null>(null)
  // the form may have changed while the file was sent, and adds the file to what it has by then
  const latestOnStored = useRef(onStored)
  useEffect(() => {
    latestOnStored.current = onStored
  })
  // an upload ends with its field
  useEffect(() => () => lastController.current?.abort(), [])

  async function upload(file: File | undefined): Promise<void> {
    if (!file || sending) return
    const isAllowedType = extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
    const refusal = isAllowedType ? fileProblem(purpose, file.name, file.size) : 'FILE_TYPE'
    setProblem(refusal)
    if (refusal) return
    const controller = new AbortController()
    lastController.current = controller
    setSending({ name: file.name, fraction: 0, controller })
    onUploading?.(true)
    try {
      const onProgress = (fraction: number) => setSending({ name: file.name, fraction, controller })
      const stored = await send(file, onProgress, controller.signal)
      if ('problem' in stored) setProblem(stored.problem)
      else latestOnStored.current(stored)
    } catch (thrown) {
      if (!controller.signal.aborted) throw thrown
    } finally {
      setSending(null)
      onUploading?.(false)
      // without this, choosing the same file again would fire no change event
      if (input.current) input.current.value = ''
    }
  }

  const limit = Math.max(...extensions.map((extension) => maxBytes[fileTypes[extension].kind]))
  const message = problem === null ? error : t(`upload.problem.${problem}`, { defaultValue: t('upload.problem.other') })
  const percent = Math.round((sending?.fraction ?? 0) * 100)
  return (
    <div className={message === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>{label}</label>
      <div
        className={isDraggedOver ? 'upload over' : 'upload'}
        onDragOver={(event) => {
          event.preventDefault()
          setIsDraggedOver(true)
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsDraggedOver(false)
          void upload(event.dataTransfer.files[0])
        }}
      >
        <Icon icon={current && !sending ? FileCheck2 : FileUp} />
        <span className="grow" aria-live="polite">
          {sending?.name ?? (current ? `${current.filename}, ${fileSize(current.bytes)}` : t('upload.drop'))}
        </span>
        {sending ? (
          <Button size="small" onClick={() => sending.controller.abort()}>
            {t('upload.stop')}
          </Button>
        ) : (
          <Button size="small" onClick={() => input.current?.click()}>
            {t(current ? 'upload.other' : 'upload.choose')}
          </Button>
        )}
        <input
          ref={input}
          id={id}
          className="sr"
          type="file"
          tabIndex={-1}
          accept={extensions.map((extension) => `.${extension}`).join(',')}
          aria-invalid={message === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => void upload(event.target.files?.[0])}
        />
        {sending ? (
          <progress aria-label={t('upload.progress', { name: sending.name })} max={100} value={percent} />
        ) : null}
      </div>
      <small id={`${id}-hint`}>{t('upload.hint', { types: extensions.join(', '), most: fileSize(limit) })}</small>
      <div role="alert">
        {message === undefined ? null : (
          <p className="err" id={`${id}-error`}>
            <Icon icon={CircleAlert} />
            {message}
          </p>
        )}
      </div>
    </div>
  )
}
