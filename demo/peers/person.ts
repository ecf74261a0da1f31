import type { UserType } from '#contract/platform/fields.ts'

/** A person who can log in at a simulated provider. */
export interface PeerPerson {
  /** The provider's id of the person: never an e-mail address, and never given twice. */
  subject: string
  /** The text to enter at the provider's login page. */
  login: string
  password: string
  firstname: string
  lastname: string
  email: string
  type: UserType
  /** The numbers of the person's clubs. */
  clubs: string[]
  /** The person has left and may not log in any more. */
  left?: boolean
}
