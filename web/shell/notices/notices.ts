import type { Notice } from '#contract/notices/notifications.ts'
import { createObservable } from '#web/shell/start/observable.ts'

const KEY = 'rungs.dismissed-notices'
/** Older ones have long passed their last day. */
const MOST = 200

/** One notice in one wording, for one user: when the words change it shows again. */
export function noticeKey(userUuid: string, { id, revision }: Notice): string {
  return `${userUuid}:${id}:${revision}`
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** What was dismissed on this device. */
export const dismissed = createObservable<readonly string[]>(read())

export function dismiss(key: string): void {
  dismissed.set([...dismissed.get().filter((one) => one !== key), key].slice(-MOST))
  try {
    localStorage.setItem(KEY, JSON.stringify(dismissed.get()))
  } catch {
    // then for this page only
  }
}

/** Those of today that were not dismissed: a device without network knows them longer than they hold. */
export function shownNotices(
  notices: readonly Notice[],
  userUuid: string,
  today: string,
  gone: readonly string[],
): readonly Notice[] {
  return notices.filter(
    (notice) => notice.start <= today && today <= notice.end && !gone.includes(noticeKey(userUuid, notice)),
  )
}
