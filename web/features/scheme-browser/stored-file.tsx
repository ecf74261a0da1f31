import { createContext, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedName } from '#domain/curriculum/stored-file.ts'

/** [3.14] */
export const isPicture = (address: string) => /\.(gif|jpe?g|png|svg)$/i.test(address)

const isVideo = (name: string) => /\.(mp4|webm)$/i.test(name)

/** An address of a stored file that works without a token for a while, or of a copy on the device; the portal gives the way to it. */
export const FileUrls = createContext<((id: string) => Promise<string>) | null>(null)

const isCopy = (url: string) => url.startsWith('blob:')

/** The browser holds a copy until nobody shows it. */
function release(url: string): void {
  if (isCopy(url)) URL.revokeObjectURL(url)
}

/** Where a stored file can be fetched from here; null until that is known, and for no file. */
function useFileUrl(address: string): string | null {
  const urlOf = useContext(FileUrls)
  const [url, setUrl] = useState<string | null>(null)
  const id = storedName(address)?.id
  useEffect(() => {
    if (id === undefined || !urlOf) return undefined
    let left = false
    let shown: string | null = null
    urlOf(id).then(
      (found) => {
        shown = found
        if (left) release(found)
        else setUrl(found)
      },
      // without network, or for who may not: its name stays
      () => undefined,
    )
    return () => {
      left = true
      if (shown !== null) release(shown)
    }
  }, [id, urlOf])
  return url
}

/** The picture that stands for a video. */
export function Poster({ address }: { address: string }) {
  const url = useFileUrl(address)
  return url === null ? null : <img src={url} alt="" />
}

interface StoredFileProps {
  address: string
  title: string
  /** Of a video: the picture that stands for it until it is played. */
  poster?: string | null
}

/** A file that was uploaded: a picture as a picture, a video to be played where it stands, everything else to be opened. */
export function StoredFile({ address, title, poster = null }: StoredFileProps) {
  const { t } = useTranslation()
  const url = useFileUrl(address)
  const still = useFileUrl(poster ?? '')
  const stored = storedName(address)
  const name = stored?.name ?? address
  if (url === null) return <p className="dim">{name}</p>
  if (isPicture(name)) return <img src={url} alt={title === '' ? t('scheme.file') : title} />
  if (isVideo(name))
    return (
      // words for who cannot hear belong into the film itself: there is no other place for them
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        src={url}
        {...(still === null ? {} : { poster: still })}
        controls
        playsInline
        preload="metadata"
        aria-label={title || name}
      />
    )
  return (
    <p>
      <a href={url} {...(isCopy(url) ? { download: name } : { target: '_blank', rel: 'noopener noreferrer' })}>
        {name}
      </a>
    </p>
  )
}
