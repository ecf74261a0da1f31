import { createObservable } from '#web/shell/start/observable.ts'

const KEY = 'rungs.link'

interface LinkToken {
  path: string
  token: string
}

/**
 * Reads the token of a mail's link and removes it from the URL at once (security.md 27). The token is stored for this
 * tab, so that a reload, whose URL has none, finds it again.
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

const currentLink = createObservable(takeFromUrl())
// a second link to the same path changes only the hash, so the page does not load again
window.addEventListener('hashchange', () => currentLink.set(takeFromUrl()))

export const subscribeLink = currentLink.subscribe

/** The token of the link that led to this path, or null. */
export function linkToken(path: string): string | null {
  const link = currentLink.get()
  return link?.path === path ? link.token : null
}

/** Forgets the token, once it is used or refused. */
export function dropLink(): void {
  currentLink.set(null)
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // without storage there is nothing to remove
  }
}
