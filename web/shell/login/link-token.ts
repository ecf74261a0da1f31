import { createObservable } from '#web/shell/start/observable.ts'

const KEY = 'rungs.link'

interface LinkToken {
  path: string
  token: string
}

/**
 * Reads the token of a mail's link and removes it from the URL at once (security.md 27). It is stored for this tab, so
 * that a reload keeps it.
 */
function takeFromUrl(): LinkToken | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return readStored()
  const link: LinkToken = { path: location.pathname, token }
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(link))
  } catch {
    // without storage a reload needs the link again
  }
  return link
}

function readStored(): LinkToken | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LinkToken | null
  } catch {
    return null
  }
}

const current = createObservable(takeFromUrl())
// a second link to the same path changes only the hash, so the page does not load again
window.addEventListener('hashchange', () => current.set(takeFromUrl()))

export const subscribeLink = current.subscribe

/** The token of the link that led to this path, or null. */
export function linkToken(path: string): string | null {
  const link = current.get()
  return link?.path === path ? link.token : null
}

/** Forgets the token, once it is used or refused. */
export function dropLink(): void {
  current.set(null)
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // without storage there is nothing to remove
  }
}
