const KEY = 'rungs.return'
const REDIRECT_PATH = '/redirect'

/** Keeps the path to return to after login in this tab's storage while the browser is at the provider. */
export function rememberReturn(returnUrl: string | null): void {
  try {
    if (returnUrl === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, returnUrl)
  } catch {
    // without storage the login leads home
  }
}

export function rememberedReturn(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export interface ProviderReply {
  state: string
  code: string | undefined
  error: string | undefined
  iss: string | undefined
}

/** Reads what the provider put into the URL, and removes it at once (security.md 27). Null when it is incomplete. */
function readReply(): ProviderReply | null {
  if (location.pathname.replace(/\/+$/, '') !== REDIRECT_PATH) return null
  const query = new URLSearchParams(location.search)
  if (location.search !== '') history.replaceState(history.state, '', REDIRECT_PATH)
  const [state, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => query.get(name) ?? undefined)
  return state === undefined || (code === undefined && error === undefined) ? null : { state, code, error, iss }
}

const reply = readReply()
let taken = false

export function hasProviderReply(): boolean {
  return reply !== null
}

/** Returns the reply at the first call only, because its code can be used once. */
export function takeProviderReply(): ProviderReply | null {
  if (taken) return null
  taken = true
  return reply
}
