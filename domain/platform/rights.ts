import type { ApiScope } from './api-scopes.ts'

/** Who calls: a type of user, an API token (`api`), or anybody, with a session or without one. */
export type Role = 'anybody' | 'parent' | 'coach' | 'admin' | 'ngo' | 'api'

/** All roles, in the order of the table in docs/permissions.md. */
export const roles = ['anybody', 'parent', 'coach', 'admin', 'ngo', 'api'] as const satisfies readonly Role[]

/**
 * Which records a right is about, by name. `own-account` and `not-switched` are checked before the route's handler runs
 * (`server/gate.ts`), `own-club` and `client` when the handler asks for its context (`clubContextOf`,
 * `clientContextOf`), all others by the handler.
 */
export const conditions = {
  client: 'everything of the client',
  self: 'what is about the user of the session',
  'own-account': 'the account of the user who logged in; not after switching user by PIN',
  'own-or-users': 'the own account, and the accounts that the user may administer',
  'not-switched': 'only somebody who logged in, not somebody who was switched to by PIN',
  'own-children': 'the children that are linked with the parent',
  'own-groups': 'groups that the coach leads or covers, and their members; reports: those that the coach leads today',
  'own-club': 'the club of the session, while the user works there; an API token: the token’s club',
  'own-clubs': 'all clubs of the user',
  addressed: 'what is addressed to the club of the session',
  token: 'whoever holds the token or link in the request',
} as const satisfies Record<string, string>

type Condition = keyof typeof conditions

/** What a role must have to do something. */
export interface Right {
  on: Condition
  /** The flag that must be on, for the client or for the session's club. */
  feature?: string
  /** The page of the role's portal that must be open for the client [6.12]–[6.18]. */
  page?: `/${string}`
  /** The scope that an API token must have. */
  scope?: ApiScope
}

/** Something that a route or a page lets people do, and who may. A role without a right may not. */
export interface Action {
  /** What it is, in a few words that continue "may". */
  what: string
  rights: Partial<Record<Role, Right>>
}

/** The actions of a subject, by name. */
export type Policy = Readonly<Record<string, Action>>

/** Somebody who calls, as far as the rights depend on it. */
export interface Caller {
  type: Exclude<Role, 'anybody'>
  /** The flags of the client, with the differences of the club. */
  features: Readonly<Record<string, boolean | number>>
  /** The scopes of an API token; of nobody else. */
  scopes?: readonly ApiScope[]
}

/**
 * The caller's right to do something, or null when the caller may not. What anybody may do, everybody may. Which records
 * the right is about, and whether its page is open, is for the caller of this function to check.
 */
export function rightOf(action: Action, { type, features, scopes = [] }: Caller): Right | null {
  const right = action.rights[type] ?? action.rights.anybody
  if (right === undefined) return null
  if (right.feature !== undefined && !features[right.feature]) return null
  if (right.scope !== undefined && !scopes.includes(right.scope)) return null
  return right
}
