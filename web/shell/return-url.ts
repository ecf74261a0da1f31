import { isPublic } from '#domain/pages.ts'

/** Where a page without a session leads. */
export function loginPath(from: { pathname: string; search: string }): string {
  const query = new URLSearchParams({ logout: '1', returnUrl: from.pathname + from.search })
  return `/login?${query}`
}

/** The path to go back to after login: rebuilt from its parts and only on this origin; anything else is home. */
export function safeReturn(returnUrl: string | null, origin: string, home: string): string {
  if (returnUrl === null || !returnUrl.startsWith('/')) return home
  let url: URL
  try {
    url = new URL(returnUrl, origin)
  } catch {
    return home
  }
  if (url.origin !== origin || isPublic(url.pathname)) return home
  return url.pathname + url.search
}
