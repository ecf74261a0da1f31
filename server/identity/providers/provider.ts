import type { UserType } from '#contract/platform/fields.ts'

/**
 * A login that has begun at the provider. `state`, `nonce` and `verifier` (of PKCE) are random values; they prove that
 * the provider's answer belongs to this login.
 */
export interface PendingLogin {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** A person as the provider describes them. */
export interface RemotePerson {
  /** Identifies the person for ever at this provider; never an e-mail address. */
  subject: string
  firstname: string
  lastname: string
  email: string | null
  /** The user types that this person may have here. */
  types: UserType[]
  /** The numbers (`ngo_id`) of the person's clubs. */
  clubs: string[]
}

/** A login provider. Both functions refuse with one of EXTERNAL_*_ERROR when the provider fails. */
export interface LoginProvider {
  /** The URL to which the browser is sent. */
  beginLogin: (login: PendingLogin) => Promise<URL>
  /** `answer` is the redirect URL with the parameters with which the browser came back. */
  completeLogin: (answer: URL, login: PendingLogin) => Promise<RemotePerson>
}

/** How a client's provider is reached, as an operator has entered it. */
export interface ProviderSettings {
  issuer: string
  oauthClientId: string
  oauthClientSecret: string
  scope: string
  /** The claims with the numbers of clubs and the user types; null for a course provider, whose rosters hold them. */
  clubClaim: string | null
  typeClaim: string | null
  /** The OneRoster 1.2 URL of a course provider; null for others. */
  rosterUrl: string | null
  /** The page on which people change their own data; null when there is none. */
  editUrl: string | null
}
