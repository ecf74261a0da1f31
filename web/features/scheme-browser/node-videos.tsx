import { CirclePlay } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#contract/curriculum/schemes.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Poster, StoredFile } from './stored-file.tsx'

/** The videos of a skill [2.32]. Stored files play in the page, others open in a new tab. */
export function NodeVideos({ videos }: { videos: readonly Video[] }) {
  const { t } = useTranslation()
  if (videos.length === 0) return null
  return (
    <div className="stack section">
      <h3>{t('scheme.videos')}</h3>
      <ul className="choices">
        {videos.map((video) => (
          <li key={video.id}>
            {parseStoredAddress(video.url) ? (
              <div className="film">
                <b>{video.name}</b>
                <StoredFile address={video.url} title={video.name} poster={video.poster} />
              </div>
            ) : (
              <a href={video.url} target="_blank" rel="noopener noreferrer">
                {video.poster ? <Poster address={video.poster} /> : null}
                <Icon icon={CirclePlay} />
                <span className="grow">{video.name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
