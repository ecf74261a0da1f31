import { createObservable } from '#web/shell/start/observable.ts'

const KEY = 'rungs.link'

interface Stored {
  path: string
  token: string
}

/** The token of a mail's link leaves the address at once (security.md 27) and lasts for this tab, so that a reload keeps it. */
function take(): Stored | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return stored()
  const taken: Stored = { path: location.pathname, token }
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(taken))
  } catch {
    // then a reload needs the link again
  }
  return taken
}

function stored(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null
  } catch {
    return null
  }
}

const current = createObservable(take())
// a second link opened over the same page changes its hash only
window.addEventListener('hashchange', () => current.set(take()))

export const subscribeLink = current.subscribe

/** The token that a link brought to this path, or null. */
export function linkToken(path: string): string | null {
  const link = current.get()
  return link?.path === path ? link.token : null
}

/** It is used up, or good for nothing. */
export function dropLink(): void {
  current.set(null)
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // nothing was kept
  }
}
