import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dropUnused,
  measure,
  readSaved,
  savedFile,
  type SavedState,
  type WantedFile,
} from '#web/offline/saved-files.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { visibleCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { onDevice } from '#web/portals/coach/device/switch-user.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { schemesOf, useCourses, useVideosOf } from '#web/portals/coach/assess/use-course.ts'
import { fileSaver, type SaverState } from './file-saver.ts'
import { wantedFiles } from './wanted-files.ts'

/** Videos and files of the curricula of this coach's groups and plans; null until all of these are known. */
function useWantedFiles(): { schemes: readonly string[]; wanted: readonly WantedFile[] } | null {
  const { ready, groups, plans } = useSnapshot()
  const schemes = useMemo(() => schemesOf(groups, plans), [groups, plans])
  const courses = useCourses(schemes)
  const videos = useVideosOf(schemes)
  const known = ready && videos !== undefined && schemes.every((slug) => courses.has(slug))
  const key = known
    ? JSON.stringify([
        [...courses.values()].map(({ curriculum }) => [curriculum.slug, curriculum.revision]),
        [...videos],
      ])
    : ''
  return useMemo(() => {
    if (!known) return null
    const wanted = [...courses.values()].flatMap(({ curriculum }) =>
      wantedFiles(visibleCurriculum(curriculum), videos.get(curriculum.slug) ?? []),
    )
    return { schemes, wanted: [...new Map(wanted.map((one) => [one.id, one])).values()] }
    // the maps are new at each render; what stands in them changes with the revisions
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, schemes])
}

function useSaver(): { state: SaverState; part: number } {
  return useSyncExternalStore(fileSaver.subscribe, fileSaver.get)
}

export interface SavedFiles {
  wanted: readonly WantedFile[]
  /** Null until it was read. */
  saved: SavedState | null
  state: SaverState
  start: () => Promise<void>
  /** Reads the device again. */
  look: () => void
}

/** What is saved of them, and the way to save the rest. */
export function useSavedFiles(): SavedFiles | null {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { online } = useConnection()
  const all = useWantedFiles()
  const { state, part } = useSaver()
  const [saved, setSaved] = useState<SavedState | null>(null)
  const [looks, setLooks] = useState(0)
  const wanted = all?.wanted
  useEffect(() => {
    if (!wanted) return undefined
    let left = false
    void onDevice((db) => readSaved(db, wanted)).then((read) => (left ? undefined : setSaved(read)))
    return () => {
      left = true
    }
  }, [wanted, part, looks])
  const unmeasured = (saved?.unmeasured ?? 0) > 0 && state !== 'saving'
  useEffect(() => {
    if (!wanted || !online || !unmeasured) return undefined
    const stop = new AbortController()
    const asked = onDevice((db) => measure(db, wanted, api.filePart, stop.signal))
    // asked for again at the next look
    void asked.catch(() => undefined).then(() => setLooks((n) => n + 1))
    return () => stop.abort()
  }, [wanted, online, unmeasured, api])
  const start = useCallback(async () => {
    if (wanted && (await fileSaver.start(wanted, api.filePart)))
      alerts.show(t('coach.files.done', { all: wanted.length }), 'done')
  }, [wanted, api, alerts, t])
  return wanted ? { wanted, saved, state, start, look: () => setLooks((n) => n + 1) } : null
}

/** Frees what the schemes do not show any more, and goes on with what the network cut off. */
export function MaintainSavedFiles() {
  const { api } = useShell()
  const { online } = useConnection()
  const all = useWantedFiles()
  const { state } = useSaver()
  useEffect(() => {
    if (all) void onDevice((db) => dropUnused(db, all.schemes, all.wanted))
  }, [all])
  useEffect(() => {
    if (all && online && state === 'cut') void fileSaver.start(all.wanted, api.filePart)
  }, [all, online, state, api])
  return null
}

/** The way to a stored file: the copy on this tablet, or else the server's. */
export function useFileUrls(): (id: string) => Promise<string> {
  const { api } = useShell()
  return useCallback(
    async (id: string) => {
      const copy = await onDevice((db) => savedFile(db, id)).catch(() => null)
      return copy ? URL.createObjectURL(copy) : api.fileUrl(id)
    },
    [api],
  )
}
