import { Navigate, Outlet, useLocation, type RouteObject } from 'react-router'
import { mayOpen } from '#domain/tenants/pages.ts'
import { CookieBanner } from '#web/shell/notices/cookie-banner.tsx'
import { entryWords } from '#web/shell/login/entry-words.ts'
import { Frame } from '#web/shell/frame/frame.tsx'
import { lazyWithRetry } from './lazy-with-retry.ts'
// when imported, these two remove secrets from the URL, which must happen before any page is rendered
import '#web/shell/login/link-token.ts'
import '#web/shell/login/remote-return.ts'
import { LogoutPage } from '#web/shell/login/logout-page.tsx'
import type { PortalDefinition } from './portal-definition.ts'
import { loginPath } from '#web/shell/session/return-url.ts'
import { useLoggedIn, useShell } from './shell-context.ts'
import { ErrorPage } from './solo-pages.tsx'
import { usePageViews } from '#web/shell/frame/use-page-views.ts'
import { useScrollPosition } from '#web/shell/frame/use-scroll-position.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'
import { VersionCheck } from './version-check.tsx'

const passwordPages = () => import('#web/shell/login/password-pages.tsx')
/** Loads the login page's code; called early when nobody is logged in. */
export const loginPage = () => import('#web/shell/login/login-page.tsx')
const LoginPage = lazyWithRetry(() => loginPage().then((module) => module.LoginPage), entryWords)
const SetPasswordPage = lazyWithRetry(() => passwordPages().then((module) => module.SetPasswordPage), entryWords)
const ResetPasswordPage = lazyWithRetry(() => passwordPages().then((module) => module.ResetPasswordPage), entryWords)
const UnsubscribePage = lazyWithRetry(
  () => import('#web/shell/login/unsubscribe-page.tsx').then((m) => m.UnsubscribePage),
  entryWords,
)
const ConfirmEmailPage = lazyWithRetry(
  () => import('#web/shell/login/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  entryWords,
)
const RedirectPage = lazyWithRetry(
  () => import('#web/shell/login/redirect-page.tsx').then((module) => module.RedirectPage),
  entryWords,
)

/**
 * Pages inside it need a session; without one they lead to the login and back [5.5]. A page that the user may not open
 * leads home.
 */
function Guard() {
  const loggedIn = useLoggedIn()
  const { definition } = useShell()
  const location = useLocation()
  const visitor = useVisitor()
  const PageFrame = definition.Frame ?? Frame
  if (!loggedIn) return <Navigate to={loginPath(location)} replace />
  return mayOpen(visitor, location.pathname) ? <PageFrame /> : <Navigate to="/" replace />
}

/** What every page has, public or not. */
function AnyPage() {
  usePageViews()
  useScrollPosition()
  return (
    <>
      <Outlet />
      <CookieBanner />
      <VersionCheck />
    </>
  )
}

/** The routes of a portal: the public pages, and the portal's own pages for logged-in users. */
export function portalRoutes(definition: PortalDefinition): RouteObject[] {
  const toHome = <Navigate to={definition.home} replace />
  return [
    {
      element: <AnyPage />,
      children: [
        { path: '/', element: toHome },
        { path: '/login', element: <LoginPage /> },
        { path: '/logout', element: <LogoutPage /> },
        { path: '/set-password', element: <SetPasswordPage /> },
        { path: '/reset-password', element: <ResetPasswordPage /> },
        { path: '/unsubscribe', element: <UnsubscribePage /> },
        { path: '/confirm-email', element: <ConfirmEmailPage /> },
        { path: '/redirect', element: <RedirectPage /> },
        {
          element: <Guard />,
          children: [
            ...definition.routes,
            { path: '/error', element: <ErrorPage /> },
            // inside the guard, so that a visitor without a session logs in first and sees the error page then [2.11]
            { path: '*', element: <Navigate to="/error" replace /> },
          ],
        },
      ],
    },
  ]
}
