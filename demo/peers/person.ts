import type { UserType } from '#contract/platform/fields.ts'

/** Somebody whom a peer knows. */
export interface PeerPerson {
  /** Never an e-mail address, never given twice. */
  subject: string
  /** What is typed at the peer's login page. */
  login: string
  password: string
  firstname: string
  lastname: string
  email: string
  type: UserType
  /** Numbers of clubs. */
  clubs: string[]
  /** May not log in any more, though the password is right. */
  left?: boolean
}
