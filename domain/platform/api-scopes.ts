/**
 * What a token of an `api` user may be allowed to do; the policies of the subjects say which actions need which scope
 * (`domain/access/policy.ts`), and every other action is refused. No scope reads medical notes, telephone numbers or
 * users, and none writes marks, because a mark is the word of a coach who saw it [R10.4].
 */
export const allScopes = ['members:read', 'marks:read', 'groups:read', 'groups:write', 'schemes:read'] as const

export type ApiScope = (typeof allScopes)[number]

/** Whether a token with this scope must belong to a club. */
export function needsClub(scope: ApiScope): boolean {
  return scope !== 'schemes:read'
}
