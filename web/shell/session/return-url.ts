import { isPublic } from '#domain/tenants/pages.ts'

/** Where a page without a session leads. */
export function loginPath(from: { pathname: string; search: string }): string {
  const query = new URLSearchParams({ logout: '1', returnUrl: from.pathname + from.search })
  return `/login?${query}`
}

/**
 * The path to go back to after login; anything that is not one of this origin is home. Rebuilt from its parts and read
 * again, because a path that is resolved can begin with two slashes: `/..//elsewhere`.
 */
export function safeReturn(returnUrl: string | null, origin: string, home: string): string {
  if (returnUrl === null || !returnUrl.startsWith('/') || !URL.canParse(returnUrl, origin)) return home
  const asked = new URL(returnUrl, origin)
  const rebuilt = asked.pathname + asked.search
  if (asked.origin !== origin || !URL.canParse(rebuilt, origin)) return home
  const back = new URL(rebuilt, origin)
  return back.origin === origin && !isPublic(back.pathname) ? rebuilt : home
}
