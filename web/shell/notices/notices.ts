import type { Notice } from '#contract/notices/notifications.ts'
import { createObservable } from '#web/shell/start/observable.ts'

const STORAGE_KEY = 'rungs.dismissed-notices'
/**
 * How many keys to keep. By the time this many newer notices were dismissed, older ones are expected to be past their
 * last day.
 */
const MAX_KEYS = 200

/** Names a notice as a user dismissed it. It holds the revision, so that a notice whose text changes is shown again. */
export function noticeKey(userUuid: string, { id, revision }: Notice): string {
  return `${userUuid}:${id}:${revision}`
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** The keys of the notices that were dismissed on this device. */
export const dismissed = createObservable<readonly string[]>(read())

export function dismiss(key: string): void {
  dismissed.set([...dismissed.get().filter((each) => each !== key), key].slice(-MAX_KEYS))
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(dismissed.get()))
  } catch {
    // without storage it stays dismissed for this page only
  }
}

/** The notices to show. It compares the dates, because a device that is offline keeps notices beyond their last day. */
export function shownNotices(
  notices: readonly Notice[],
  userUuid: string,
  today: string,
  dismissedKeys: readonly string[],
): readonly Notice[] {
  return notices.filter(
    (notice) => notice.start <= today && today <= notice.end && !dismissedKeys.includes(noticeKey(userUuid, notice)),
  )
}
