import type { UserType } from '#contract/platform/fields.ts'

/** A login that leaves for the provider, and by which the answer is known again. */
export interface LeavingLogin {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** Who the provider says is there. */
export interface RemotePerson {
  /** Theirs for ever at this provider; never an e-mail address. */
  subject: string
  firstname: string
  lastname: string
  email: string | null
  /** Kinds of user this person may be here. */
  types: UserType[]
  /** Numbers (`ngo_id`) of their clubs. */
  clubs: string[]
}

/** A provider that people log in at. Both refuse with one of EXTERNAL_*_ERROR when it fails. */
export interface LoginProvider {
  /** Where the browser goes. */
  leave: (login: LeavingLogin) => Promise<URL>
  /** `answer`: the redirect address with the parameters it came back with. */
  comeBack: (answer: URL, login: LeavingLogin) => Promise<RemotePerson>
}

/** How a client's provider is reached. */
export interface ProviderSettings {
  issuer: string
  oauthClientId: string
  oauthClientSecret: string
  scope: string
  /** Claims that name clubs and kinds of user; null at a course provider, whose rosters do. */
  clubClaim: string | null
  typeClaim: string | null
  /** OneRoster 1.2, of a course provider. */
  rosterUrl: string | null
  /** Page on which people change who they are; null where there is none. */
  editUrl: string | null
}
