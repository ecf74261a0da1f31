import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dropUnused,
  fetchSizes,
  readSaved,
  savedFile,
  type SavedState,
  type WantedFile,
} from '#web/offline/saved-files.ts'
import { useConnection, useShell } from '#web/shell/start/shell-context.ts'
import { visibleCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { onDevice } from '#web/portals/coach/device/switch-user.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { schemesOf, useCompiledCurricula, useVideosOf } from '#web/portals/coach/assess/use-curriculum.ts'
import { fileSaver, type SaverState } from './file-saver.ts'
import { wantedFiles } from './wanted-files.ts'

/** Videos and files of the curricula of this coach's groups and plans; null until all curricula are loaded. */
function useWantedFiles(): { schemes: readonly string[]; wanted: readonly WantedFile[] } | null {
  const { ready, groups, plans } = useSnapshot()
  const schemes = useMemo(() => schemesOf(groups, plans), [groups, plans])
  const curricula = useCompiledCurricula(schemes)
  const videos = useVideosOf(schemes)
  const allLoaded = ready && videos !== undefined && schemes.every((slug) => curricula.has(slug))
  const key = allLoaded
    ? JSON.stringify([
        [...curricula.values()].map(({ curriculum }) => [curriculum.slug, curriculum.revision]),
        [...videos],
      ])
    : ''
  return useMemo(() => {
    if (!allLoaded) return null
    const wanted = [...curricula.values()].flatMap(({ curriculum }) =>
      wantedFiles(visibleCurriculum(curriculum), videos.get(curriculum.slug) ?? []),
    )
    return { schemes, wanted: [...new Map(wanted.map((file) => [file.id, file])).values()] }
    // the maps are new objects at each render, so the key compares their content
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, schemes])
}

function useSaver(): { state: SaverState; changes: number } {
  return useSyncExternalStore(fileSaver.subscribe, fileSaver.get)
}

export interface SavedFiles {
  wanted: readonly WantedFile[]
  /** Null until it was read. */
  saved: SavedState | null
  state: SaverState
  start: () => Promise<void>
  /** Reads again what is saved. */
  refresh: () => void
}

/** How much of the wanted files is saved, and functions to save the rest; null until the files are known. */
export function useSavedFiles(): SavedFiles | null {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { online } = useConnection()
  const schemeFiles = useWantedFiles()
  const { state, changes } = useSaver()
  const [saved, setSaved] = useState<SavedState | null>(null)
  const [readCount, setReadCount] = useState(0)
  const wanted = schemeFiles?.wanted
  useEffect(() => {
    if (!wanted) return undefined
    let unmounted = false
    void onDevice((db) => readSaved(db, wanted)).then((read) => (unmounted ? undefined : setSaved(read)))
    return () => {
      unmounted = true
    }
  }, [wanted, changes, readCount])
  const unknownSizes = (saved?.unknownSizes ?? 0) > 0 && state !== 'saving'
  useEffect(() => {
    if (!wanted || !online || !unknownSizes) return undefined
    const abort = new AbortController()
    const sizesFetched = onDevice((db) => fetchSizes(db, wanted, api.filePart, abort.signal))
    // after a failure the next reading fetches the missing sizes again
    void sizesFetched.catch(() => undefined).then(() => setReadCount((n) => n + 1))
    return () => abort.abort()
  }, [wanted, online, unknownSizes, api])
  const start = useCallback(async () => {
    if (wanted && (await fileSaver.start(wanted, api.filePart)))
      alerts.show(t('coach.files.done', { all: wanted.length }), 'done')
  }, [wanted, api, alerts, t])
  return wanted ? { wanted, saved, state, start, refresh: () => setReadCount((n) => n + 1) } : null
}

/** Deletes saved files that the schemes no longer show, and continues saving after a network failure. */
export function MaintainSavedFiles() {
  const { api } = useShell()
  const { online } = useConnection()
  const schemeFiles = useWantedFiles()
  const { state } = useSaver()
  useEffect(() => {
    if (schemeFiles) void onDevice((db) => dropUnused(db, schemeFiles.schemes, schemeFiles.wanted))
  }, [schemeFiles])
  useEffect(() => {
    if (schemeFiles && online && state === 'interrupted') void fileSaver.start(schemeFiles.wanted, api.filePart)
  }, [schemeFiles, online, state, api])
  return null
}

/** Returns a function that gives the URL of a file: of the copy on this tablet, or otherwise of the server. */
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
