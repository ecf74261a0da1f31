import { ImageOff, ScanEye } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video, VideoChanges } from '#contract/curriculum/schemes.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { UploadField } from '#web/features/upload/upload-field.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Icon } from '#web/ui/icon.tsx'
import { failureKey } from '../failure-key.ts'
import { captureStill } from './capture-still.ts'

const PICTURE_WIDTH = 240

/** The id of the picture's file. */
const posterOf = ({ poster }: Video): string | null => parseStoredAddress(poster ?? '')?.id ?? null

/**
 * What a form has changed of the video that it was opened with. The rest may have changed meanwhile, as by the frame of an
 * upload that becomes its picture.
 */
const changesOf = (video: Video, { name, poster }: { name: string; poster: string | null }): VideoChanges => ({
  ...(name === video.name ? {} : { name }),
  ...(poster === posterOf(video) ? {} : { poster }),
})

interface VideoFormProps {
  video: Video
  /** Returns whether the video was saved. */
  onSave: (changes: VideoChanges) => Promise<boolean>
  onClose: () => void
}

/** Edits the name and the picture of a video. Nodes refer to it by its id, so they keep showing it. */
export function VideoForm({ video, onSave, onClose }: VideoFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const upload = useUpload('curriculum-file')
  const formId = useId()
  const [name, setName] = useState(video.name)
  const savedPosterId = posterOf(video)
  const [posterId, setPosterId] = useState(savedPosterId)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { leave, question } = useUnsavedWarning(
    name !== video.name || posterId !== savedPosterId || isUploading,
    onClose,
  )
  /** The uploaded file; null for a video that is a link. */
  const storedVideo = parseStoredAddress(video.url)
  const nameless = name.trim() === ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (nameless) return focusFirstInvalid(event.currentTarget)
    if (busy || isUploading) return
    const changes = changesOf(video, { name: name.trim(), poster: posterId })
    if (Object.keys(changes).length === 0) return onClose()
    setBusy(true)
    void onSave(changes).then((saved) => (saved ? onClose() : setBusy(false)))
  }
  const takeFrame = async (id: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const still = await captureStill(await api.fileUrl(id), name.trim() === '' ? video.name : name.trim())
      const stored = still && (await upload(still, /* onProgress */ () => undefined, new AbortController().signal))
      if (stored && !('problem' in stored)) setPosterId(stored.id)
      else setProblem(t('author.videos.noStill'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(t(failureKey(error, 'author.videos.refused')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={t('author.videos.change', { name: video.name })}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={busy || isUploading}>
            {t('author.videos.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={save}>
        <Field label={t('author.videos.newName')} error={nameless ? t('author.videos.nameMissing') : undefined}>
          {(control) => (
            <ShortText {...control} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Poster id={posterId} name={name} />
        <UploadField
          label={t('author.videos.picture')}
          purpose="curriculum-file"
          onlyExtensions={['gif', 'jpg', 'jpeg', 'png']}
          current={null}
          send={upload}
          onUploading={setUploading}
          error={problem}
          onStored={({ id }) => {
            setProblem(undefined)
            setPosterId(id)
          }}
        />
        <div className="flow">
          {storedVideo ? (
            <Button size="small" disabled={busy} onClick={() => void takeFrame(storedVideo.id)}>
              <Icon icon={ScanEye} />
              {t('author.videos.take')}
            </Button>
          ) : null}
          {posterId === null ? null : (
            <Button size="small" disabled={busy} onClick={() => setPosterId(null)}>
              <Icon icon={ImageOff} />
              {t('author.videos.removePicture')}
            </Button>
          )}
        </div>
      </form>
      {question}
    </Dialog>
  )
}

function Poster({ id, name }: { id: string | null; name: string }) {
  const { t } = useTranslation()
  return (
    <div className="video-picture" aria-live="polite">
      {id === null ? (
        <p className="dim">{t('author.videos.noPicture')}</p>
      ) : (
        <FilePicture id={id} width={PICTURE_WIDTH} alt={t('author.videos.pictureOf', { name })} />
      )}
    </div>
  )
}
