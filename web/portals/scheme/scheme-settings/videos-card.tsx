import { CirclePlay, Film, Link2, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Video } from '#contract/curriculum/schemes.ts'
import { parseAddress } from '#domain/curriculum/address.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { UploadField } from '#web/features/upload/upload-field.tsx'
import { FilePicture } from '#web/shell/frame/file-picture.tsx'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSchemeVideos } from '../schemes/use-scheme-videos.ts'
import { captureStill } from './capture-still.ts'
import { VideoForm } from './video-form.tsx'

/** Lists a scheme's videos with the nodes that show them, and adds videos by upload or link [3.15]. */
export function VideosCard({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { videos, add, patch, change, remove } = useSchemeVideos(slug)
  const upload = useUpload('curriculum-video')
  const uploadPicture = useUpload('curriculum-file')
  // the file that was uploaded last, from which a frame is taken
  const uploadedFile = useRef<File>(null)
  const [isUploading, setUploading] = useState(false)
  const [changing, setChanging] = useState<Video | null>(null)
  /** Adds the video at once; a frame of it becomes its picture later, if this browser can play the video. */
  const addVideo = async (body: { name: string; file: string }) => {
    // the next file may be sent before the server has answered
    const file = uploadedFile.current
    const video = await add(body)
    if (!video || !file) return
    const url = URL.createObjectURL(file)
    const still = await captureStill(url, body.name).finally(() => URL.revokeObjectURL(url))
    const stored = still && (await uploadPicture(still, /* onProgress */ () => undefined, new AbortController().signal))
    if (stored && !('problem' in stored)) await patch(video.id, { poster: stored.id })
  }
  const { data } = videos
  return (
    <Card className="in stack">
      <h2>{t('author.videos.title')}</h2>
      {data ? (
        data.length === 0 ? (
          <p className="dim">{t('author.videos.none')}</p>
        ) : (
          <ul className="rows">
            {data.map((video) => (
              <VideoRow
                key={video.id}
                slug={slug}
                video={video}
                onChange={() => setChanging(video)}
                onRemove={() => void remove(video)}
              />
            ))}
          </ul>
        )
      ) : videos.isError ? (
        <Alert
          kind="bad"
          end={
            <Button size="small" onClick={() => void videos.refetch()}>
              {t('author.again')}
            </Button>
          }
        >
          <p role="alert">{t('author.videos.failed')}</p>
        </Alert>
      ) : (
        <Skeleton height="4rem" />
      )}
      <UploadField
        label={t('author.videos.upload')}
        purpose="curriculum-video"
        current={null}
        send={(file, onProgress, signal) => {
          uploadedFile.current = file
          return upload(file, onProgress, signal)
        }}
        onUploading={setUploading}
        // the name is the file name without its extension
        onStored={({ id, filename }) => void addVideo({ name: filename.replace(/\.[^.]+$/, ''), file: id })}
      />
      {/* a video may take minutes, and its upload ends with this page */}
      {isUploading ? <UnsavedEntries /> : null}
      <LinkForm onAdd={async (body) => (await add(body)) !== null} />
      {changing ? (
        <VideoForm video={changing} onSave={(body) => change(changing, body)} onClose={() => setChanging(null)} />
      ) : null}
    </Card>
  )
}

interface VideoRowProps {
  slug: string
  video: Video
  onChange: () => void
  onRemove: () => void
}

const PICTURE_WIDTH = 64

function VideoRow({ slug, video, onChange, onRemove }: VideoRowProps) {
  const { t } = useTranslation()
  const { name, url, uses = [] } = video
  /** The uploaded file; null for a video that is a link. */
  const storedVideo = parseStoredAddress(url)
  const poster = parseStoredAddress(video.poster ?? '')
  return (
    <li className="video-row">
      {poster ? (
        <FilePicture id={poster.id} width={PICTURE_WIDTH} alt="" />
      ) : (
        <Icon icon={storedVideo ? Film : CirclePlay} />
      )}
      <div className="grow">
        {storedVideo ? (
          <b>{name}</b>
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        )}
        <small className="dim">
          {uses.length === 0 ? t('author.videos.unused') : `${t('author.videos.usedIn')} `}
          {uses.map((node, index) => (
            <span key={node.id}>
              {index === 0 ? null : ', '}
              <Link to={`/scheme/${slug}${node.id}`}>{node.title}</Link>
            </span>
          ))}
        </small>
      </div>
      <Button kind="bare" icon aria-label={t('author.videos.change', { name })} onClick={onChange}>
        <Icon icon={Pencil} />
      </Button>
      <Button
        kind="bare"
        icon
        disabled={uses.length > 0}
        aria-label={t('author.videos.delete', { name })}
        onClick={onRemove}
      >
        <Icon icon={Trash2} />
      </Button>
    </li>
  )
}

function LinkForm({ onAdd }: { onAdd: (body: { name: string; url: string }) => Promise<boolean> }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [triedToAdd, setTriedToAdd] = useState(false)
  const [busy, setBusy] = useState(false)
  const isNameMissing = name.trim() === ''
  const isAddressWrong = parseAddress(url)?.kind !== 'web'
  const submit = async (form: Element) => {
    setTriedToAdd(true)
    if (isNameMissing || isAddressWrong) return focusFirstInvalid(form)
    if (busy) return
    setBusy(true)
    const added = await onAdd({ name: name.trim(), url: url.trim() }).finally(() => setBusy(false))
    if (!added) return
    setName('')
    setUrl('')
    setTriedToAdd(false)
  }
  return (
    <form
      className="video-link"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {name.trim() + url.trim() === '' ? null : <UnsavedEntries />}
      <Field
        label={t('author.videos.name')}
        error={triedToAdd && isNameMissing ? t('author.videos.nameMissing') : undefined}
      >
        {(control) => (
          <ShortText {...control} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field
        label={t('author.videos.address')}
        error={triedToAdd && isAddressWrong ? t('author.videos.addressWrong') : undefined}
      >
        {(control) => (
          <ShortText
            {...control}
            type="url"
            value={url}
            maxLength={2_000}
            placeholder="https://"
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">
        <Icon icon={Link2} />
        {t('author.videos.link')}
      </Button>
    </form>
  )
}
