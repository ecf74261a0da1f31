import { createContext, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'

/** Whether the address is one of an image file [3.14]. */
export const isPicture = (address: string) => /\.(gif|jpe?g|png|svg)$/i.test(address)

const isVideo = (name: string) => /\.(mp4|webm)$/i.test(name)

/**
 * How a portal gets the URL of a stored file: one that works without a token for a while, or a `blob:` URL of a copy on
 * the device. Each portal provides its own function.
 */
export const FileUrls = createContext<((id: string) => Promise<string>) | null>(null)

/** Whether the URL is one of a copy on the device. */
const isCopy = (url: string) => url.startsWith('blob:')

/** Frees a `blob:` URL, whose data the browser otherwise holds in memory. */
function release(url: string): void {
  if (isCopy(url)) URL.revokeObjectURL(url)
}

/** The URL of a stored file; null until it is known, and if the address is not one of a stored file. */
function useFileUrl(address: string): string | null {
  const urlOf = useContext(FileUrls)
  // with its file's id, because after a change of the address the former file's URL is still here
  const [loaded, setLoaded] = useState<{ id: string; url: string } | null>(null)
  const id = parseStoredAddress(address)?.id
  useEffect(() => {
    if (id === undefined || !urlOf) return undefined
    let unmounted = false
    let loadedUrl: string | null = null
    urlOf(id).then(
      (newUrl) => {
        loadedUrl = newUrl
        if (unmounted) release(newUrl)
        else setLoaded({ id, url: newUrl })
      },
      // offline, or without permission, only the name of the file is shown
      () => undefined,
    )
    return () => {
      unmounted = true
      if (loadedUrl !== null) release(loadedUrl)
    }
  }, [id, urlOf])
  return loaded !== null && loaded.id === id ? loaded.url : null
}

/** The poster image of a video. */
export function Poster({ address }: { address: string }) {
  const url = useFileUrl(address)
  return url === null ? null : <img src={url} alt="" />
}

interface StoredFileProps {
  address: string
  title: string
  /** The poster image of a video. */
  poster?: string | null
}

/** An uploaded file. Pictures are shown, videos play in the page, and other files are links. */
export function StoredFile({ address, title, poster = null }: StoredFileProps) {
  const { t } = useTranslation()
  const url = useFileUrl(address)
  const posterUrl = useFileUrl(poster ?? '')
  const stored = parseStoredAddress(address)
  const name = stored?.name ?? address
  if (url === null) return <p className="dim">{name}</p>
  if (isPicture(name)) return <img src={url} alt={title === '' ? t('scheme.file') : title} />
  if (isVideo(name))
    return (
      // captions must be part of the video itself, because the product stores no caption files
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        src={url}
        {...(posterUrl === null ? {} : { poster: posterUrl })}
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
