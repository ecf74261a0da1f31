const KEY = 'rungs.return'
const REDIRECT_PATH = '/redirect'

/** Where the page that asked for login was, kept in this tab while the browser is at the provider. */
export function rememberReturn(returnUrl: string | null): void {
  try {
    if (returnUrl === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, returnUrl)
  } catch {
    // then it leads home
  }
}

export function rememberedReturn(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export interface Brought {
  state: string
  code: string | undefined
  error: string | undefined
  iss: string | undefined
}

/** What the provider sent along; it leaves the address at once (security.md 27). Null when it is not whole. */
function read(): Brought | null {
  if (location.pathname.replace(/\/+$/, '') !== REDIRECT_PATH) return null
  const sent = new URLSearchParams(location.search)
  if (location.search !== '') history.replaceState(history.state, '', REDIRECT_PATH)
  const [state, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => sent.get(name) ?? undefined)
  return state === undefined || (code === undefined && error === undefined) ? null : { state, code, error, iss }
}

const brought = read()
let used = false

export function isBrought(): boolean {
  return brought !== null
}

/** Given once: it is good for nothing afterwards. */
export function takeBrought(): Brought | null {
  if (used) return null
  used = true
  return brought
}
