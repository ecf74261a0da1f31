import { useEffect, useState } from 'react'
import { localDate } from '#domain/platform/club-time.ts'
import { isSpaceLow, readStorageSpace, type StorageSpace } from '#web/offline/storage-space.ts'
import type { SavedState } from '#web/offline/saved-files.ts'
import { isInstalled } from '#web/shell/start/install-on-device.ts'
import { isStored } from '#web/shell/start/stored-answers.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { readToken } from '#web/shell/session/token-payload.ts'
import { isAllOrNothing, lastsWorkingDay, type Readiness } from './readiness.ts'
import { useCoach, useSnapshot, useStatus } from '#web/portals/coach/use-coach.ts'
import { curriculumKey, schemesOf } from '#web/portals/coach/assess/use-curriculum.ts'

/** Pause between two measurements. */
const REMEASURE_MS = 5_000

interface Measurement {
  /** Unix ms. */
  at: number
  space: StorageSpace | null
  /** How many of the groups' curricula are on the device. */
  curricula: number
  /** The portal itself is cached. */
  portal: boolean
}

export interface DeviceState {
  /** When it was measured, unix ms. */
  at: number
  readiness: Readiness
  space: StorageSpace | null
  /** How many of the groups' curricula are on the device. */
  curricula: number
  /** When the refresh token expires, unix ms; null when nobody is logged in any more. */
  sessionEnds: number | null
}

/** Whether this tablet can leave the network, measured again every few seconds; null before the first measurement. */
export function useReadiness(saved: SavedState | null): DeviceState | null {
  const { session, language } = useShell()
  const { club } = useCoach()
  const { groups, ready } = useSnapshot()
  const status = useStatus()
  const [measurement, setMeasurement] = useState<Measurement | null>(null)
  const slugs = schemesOf(groups)
  // one string, so that the effect runs again only when a key has changed
  const keys = slugs.map((slug) => curriculumKey(language.language, slug)).join('\n')
  useEffect(() => {
    let unmounted = false
    const measure = async () => {
      const cacheKeys = keys === '' ? [] : keys.split('\n')
      const [space, portal] = await Promise.all([readStorageSpace(), isInstalled()])
      const storedFlags = await Promise.all(cacheKeys.map((key) => isStored(key)))
      if (!unmounted) setMeasurement({ at: Date.now(), space, curricula: storedFlags.filter(Boolean).length, portal })
    }
    void measure()
    const timer = setInterval(() => void measure(), REMEASURE_MS)
    return () => {
      unmounted = true
      clearInterval(timer)
    }
  }, [keys])
  if (!measurement) return null
  const { at, space, curricula, portal } = measurement
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
      room: !status.full && (space === null || !isSpaceLow(space)),
      session: sessionEnds !== null && lastsWorkingDay(sessionEnds, at),
    },
  }
}
