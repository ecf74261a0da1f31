import './upload.css'
import { CircleAlert, FileCheck2, FileUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredFile } from '#contract/platform/files.ts'
import {
  extensionsFor,
  fileProblem,
  fileTypes,
  mostBytes,
  type Extension,
  type Purpose,
} from '#domain/platform/file-type.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fileSize } from './file-size.ts'

/** Sends a file; answers what is stored, or the code of what is wrong with it. */
export type Send = (
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<StoredFile | { problem: string }>

interface UploadFieldProps {
  label: string
  purpose: Purpose
  /** Fewer types than the purpose takes. */
  only?: readonly Extension[]
  /** What is there already. */
  current: Pick<StoredFile, 'filename' | 'bytes'> | null
  send: Send
  onStored: (file: StoredFile) => void
  /** What else is wrong, such as that a file is missing. */
  error?: string | undefined
}

type Sending = { name: string; part: number; stop: AbortController }

/** Chooses or takes a dropped file, sends it at once and shows how far it is. What is plainly wrong is said before it is sent. */
export function UploadField({ label, purpose, only, current, send, onStored, error }: UploadFieldProps) {
  const extensions = only ?? extensionsFor(purpose)
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])

  async function take(file: File | undefined): Promise<void> {
    if (!file || sending) return
    const fits = extensions.some((one) => file.name.toLowerCase().endsWith(`.${one}`))
    const plain = fits ? fileProblem(purpose, file.name, file.size) : 'FILE_TYPE'
    setProblem(plain)
    if (plain) return
    const stop = new AbortController()
    going.current = stop
    setSending({ name: file.name, part: 0, stop })
    try {
      const stored = await send(file, (part) => setSending({ name: file.name, part, stop }), stop.signal)
      if ('problem' in stored) setProblem(stored.problem)
      else onStored(stored)
    } catch (thrown) {
      if (!stop.signal.aborted) throw thrown
    } finally {
      setSending(null)
      // the same file may be chosen again
      if (input.current) input.current.value = ''
    }
  }

  const most = Math.max(...extensions.map((one) => mostBytes[fileTypes[one].kind]))
  const said = problem === null ? error : t(`upload.problem.${problem}`, { defaultValue: t('upload.problem.other') })
  const percent = Math.round((sending?.part ?? 0) * 100)
  return (
    <div className={said === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>{label}</label>
      <div
        className={over ? 'upload over' : 'upload'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <Icon of={current && !sending ? FileCheck2 : FileUp} />
        <span className="grow" aria-live="polite">
          {sending?.name ?? (current ? `${current.filename}, ${fileSize(current.bytes)}` : t('upload.drop'))}
        </span>
        {sending ? (
          <Button size="small" onClick={() => sending.stop.abort()}>
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
          accept={extensions.map((one) => `.${one}`).join(',')}
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        {sending ? (
          <progress aria-label={t('upload.progress', { name: sending.name })} max={100} value={percent} />
        ) : null}
      </div>
      <small id={`${id}-hint`}>{t('upload.hint', { types: extensions.join(', '), most: fileSize(most) })}</small>
      <div role="alert">
        {said === undefined ? null : (
          <p className="err" id={`${id}-error`}>
            <Icon of={CircleAlert} />
            {said}
          </p>
        )}
      </div>
    </div>
  )
}
