import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Video, VideoChanges } from '#contract/curriculum/schemes.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failureKey } from '../failure-key.ts'

/** How long the alert after a change offers to undo it. */
const UNDO_MS = 20_000

/** A scheme's videos with the nodes that show them, and the functions that add, change and delete videos. */
export function useSchemeVideos(slug: string) {
  const { api, alerts, language } = useShell()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const key = ['scheme-videos', slug, language.language]
  const videos = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(`/schemes/${slug}/videos`, { query: { with_uses: '1' }, signal }),
  })

  /** Runs a request, shows an alert if it failed, and loads the videos again. */
  async function runAndReload<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(
        t(error.error === 'VIDEO_IN_USE' ? 'author.videos.inUse' : failureKey(error, 'author.videos.refused')),
        'bad',
      )
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: ['scheme-videos', slug] })
    }
  }
  /** `file` and `poster` are ids of uploaded files. */
  type NewVideo = ({ name: string; url: string } | { name: string; file: string }) & { poster?: string | null }
  const add = (body: NewVideo) => runAndReload(() => api.write('POST', `/schemes/${slug}/videos`, body))
  const posterOf = ({ poster }: Video) => parseStoredAddress(poster ?? '')?.id ?? null
  /** Changes a video, without an alert that offers to undo the change. */
  const patch = (id: number, body: VideoChanges) =>
    runAndReload(() => api.write('PATCH', `/schemes/${slug}/videos/${id}`, body))
  /** Changes a video and returns whether that succeeded. An alert offers to undo the change. */
  const change = async (video: Video, body: VideoChanges): Promise<boolean> => {
    if (!(await patch(video.id, body))) return false
    const former = {
      ...(body.name === undefined ? {} : { name: video.name }),
      ...(body.poster === undefined ? {} : { poster: posterOf(video) }),
    }
    const undo = () => void patch(video.id, former)
    alerts.show(t('author.videos.changed', { name: body.name ?? video.name }), 'done', UNDO_MS, undo)
    return true
  }
  /** Deletes a video. An alert offers to add it again. */
  const remove = async (video: Video) => {
    const { id, name, url } = video
    if (!(await runAndReload(() => api.write('DELETE', `/schemes/${slug}/videos/${id}`)))) return
    const file = parseStoredAddress(url)?.id
    const poster = posterOf(video)
    const undo = () => void add({ name, poster, ...(file === undefined ? { url } : { file }) })
    alerts.show(t('author.videos.gone', { name }), 'done', UNDO_MS, undo)
  }
  return { videos, add, patch, change, remove }
}
