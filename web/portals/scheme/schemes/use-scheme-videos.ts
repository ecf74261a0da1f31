import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Video, VideoChanges } from '#contract/curriculum/schemes.ts'
import { storedName } from '#domain/curriculum/stored-file.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failure } from '../failure.ts'

const LONG_ENOUGH_MS = 20_000

/** A scheme's videos with the nodes that show them, and what its authors do with them. */
export function useSchemeVideos(slug: string) {
  const { api, alerts, language } = useShell()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const path = `/schemes/${slug}/videos`
  const key = ['scheme-videos', slug, language.language]
  const videos = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<Video[]>(`${path}?with_uses=1`, signal) })

  async function tried<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(
        t(error.error === 'VIDEO_IN_USE' ? 'author.videos.inUse' : failure(error, 'author.videos.refused')),
        'bad',
      )
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: ['scheme-videos', slug] })
    }
  }
  type Added = ({ name: string; url: string } | { name: string; file: string }) & { poster?: string | null }
  const add = (body: Added) => tried(() => api.write<Video>('POST', path, body))
  const posterOf = ({ poster }: Video) => storedName(poster ?? '')?.id ?? null
  const patch = (id: number, body: VideoChanges) => tried(() => api.write<Video>('PATCH', `${path}/${id}`, body))
  const change = async (video: Video, body: VideoChanges): Promise<boolean> => {
    if (!(await patch(video.id, body))) return false
    const again = () => void patch(video.id, { name: video.name, poster: posterOf(video) })
    alerts.show(t('author.videos.changed', { name: body.name ?? video.name }), 'done', LONG_ENOUGH_MS, again)
    return true
  }
  const remove = async (video: Video) => {
    const { id, name, url } = video
    if (!(await tried(() => api.write<Video[]>('DELETE', `${path}/${id}`)))) return
    const file = storedName(url)?.id
    const poster = posterOf(video)
    const again = () => void add({ name, poster, ...(file === undefined ? { url } : { file }) })
    alerts.show(t('author.videos.gone', { name }), 'done', LONG_ENOUGH_MS, again)
  }
  return { videos, add, patch, change, remove }
}
