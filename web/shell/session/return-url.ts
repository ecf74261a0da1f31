import { isPublic } from '#domain/tenants/pages.ts'

/** The login page's path for a visitor without a session; `returnUrl` leads back to the page that was asked for. */
export function loginPath(from: { pathname: string; search: string }): string {
  const query = new URLSearchParams({ logout: '1', returnUrl: from.pathname + from.search })
  return `/login?${query}`
}

/**
 * The path to go back to after login. It is `home` if `returnUrl` is not a path of this origin, or leads to a public
 * page. The path is rebuilt and parsed again, because a resolved path can begin with two slashes, which names another
 * host: `/..//elsewhere`.
 */
export function safeReturn(returnUrl: string | null, origin: string, home: string): string {
  if (returnUrl === null || !returnUrl.startsWith('/') || !URL.canParse(returnUrl, origin)) return home
  const parsed = new URL(returnUrl, origin)
  const rebuilt = parsed.pathname + parsed.search
  if (parsed.origin !== origin || !URL.canParse(rebuilt, origin)) return home
  const reparsed = new URL(rebuilt, origin)
  return reparsed.origin === origin && !isPublic(reparsed.pathname) ? rebuilt : home
}
