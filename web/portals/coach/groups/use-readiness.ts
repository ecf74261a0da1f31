import { useEffect, useState } from 'react'
import { localDate } from '#domain/platform/club-time.ts'
import { isSpaceLow, readStorageSpace, type StorageSpace } from '#web/offline/storage-space.ts'
import type { SavedState } from '#web/offline/saved-files.ts'
import { isOnDevice } from '#web/shell/start/device-copy.ts'
import { isRemembered } from '#web/shell/start/remembered.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { readToken } from '#web/shell/session/token-payload.ts'
import { isAllOrNothing, lastsTheDay, type Readiness } from './readiness.ts'
import { useCoach, useSnapshot } from '#web/portals/coach/use-coach.ts'
import { curriculumKey, schemesOf } from '#web/portals/coach/assess/use-course.ts'

const AGAIN_MS = 5_000

interface Measured {
  /** Unix ms. */
  at: number
  space: StorageSpace | null
  curricula: number
  portal: boolean
}

export interface DeviceState {
  /** When this was so, unix ms. */
  at: number
  readiness: Readiness
  space: StorageSpace | null
  curricula: number
  /** Unix ms; null when nobody is logged in any more. */
  sessionEnds: number | null
}

/** What is on this tablet, measured again every few seconds while somebody looks; null before the first time. */
export function useReadiness(saved: SavedState | null): DeviceState | null {
  const { session, language } = useShell()
  const { club } = useCoach()
  const { groups, ready, status } = useSnapshot()
  const [measured, setMeasured] = useState<Measured | null>(null)
  const slugs = schemesOf(groups)
  const keys = slugs.map((slug) => curriculumKey(language.language, slug)).join('\n')
  useEffect(() => {
    let left = false
    const measure = async () => {
      const names = keys === '' ? [] : keys.split('\n')
      const [space, portal] = await Promise.all([readStorageSpace(), isOnDevice()])
      const kept = await Promise.all(names.map((key) => isRemembered(key)))
      if (!left) setMeasured({ at: Date.now(), space, curricula: kept.filter(Boolean).length, portal })
    }
    void measure()
    const timer = setInterval(() => void measure(), AGAIN_MS)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [keys])
  if (!measured) return null
  const { at, space, curricula, portal } = measured
  const refresh = session.refresh()
  const sessionEnds = refresh === null ? null : (readToken(refresh)?.exp ?? 0) * 1000
  const day = (ms: number) => localDate(ms, club.time_zone)
  return {
    at,
    space,
    curricula,
    sessionEnds,
    readiness: {
      data: ready && status.syncedAt !== null && day(status.syncedAt) === day(at),
      curricula: ready && curricula === slugs.length,
      files: saved === null || isAllOrNothing(saved),
      portal,
      room: space === null || !isSpaceLow(space),
      session: sessionEnds !== null && lastsTheDay(sessionEnds, at),
    },
  }
}
