import { useSyncExternalStore } from 'react'
import { linkToken, subscribeLink } from './link-token.ts'
import { AskResetPage } from './ask-reset-page.tsx'
import { PasswordLinkPage } from './password-link-page.tsx'

function useLinkToken(path: string): string | null {
  return useSyncExternalStore(subscribeLink, () => linkToken(path))
}

/** Sets the first password, by the link of an invitation. */
export function SetPasswordPage() {
  return <PasswordLinkPage kind="invite" token={useLinkToken('/set-password')} />
}

/**
 * Shows the form that asks for a reset mail; with the token of that mail's link, it shows the form for the new
 * password.
 */
export function ResetPasswordPage() {
  const token = useLinkToken('/reset-password')
  return token === null ? <AskResetPage /> : <PasswordLinkPage kind="reset" token={token} />
}
