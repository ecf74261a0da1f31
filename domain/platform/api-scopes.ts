/**
 * What a token of an `api` user may do: the method and route of each operation by scope. Every other operation is
 * refused. No scope reads medical notes, telephone numbers or users, and none writes marks, because a mark is the word
 * of a coach who saw it [R10.4].
 */
export const apiScopes = {
  'members:read': ['GET /v1/members', 'GET /v1/members/counts', 'GET /v1/members/:uuid/progress'],
  'marks:read': ['GET /v1/members/:uuid/marks', 'GET /v1/members/:uuid/attendance'],
  'groups:read': ['GET /v1/groups', 'GET /v1/groups/:id'],
  'groups:write': [
    'POST /v1/groups',
    'PATCH /v1/groups/:id',
    'POST /v1/groups/:id/members',
    'DELETE /v1/groups/:id/members/:uuid',
    'POST /v1/groups/:id/members/:uuid/move',
  ],
  'schemes:read': [
    'GET /v1/schemes',
    'GET /v1/schemes/:slug/grades',
    'GET /v1/schemes/:slug/sections',
    'GET /v1/curriculum/:slug',
  ],
} as const satisfies Readonly<Record<string, readonly `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /v1/${string}`[]>>

export type ApiScope = keyof typeof apiScopes

/** All scopes, in the order in which they are shown. */
export const allScopes = Object.keys(apiScopes) as ApiScope[]

/** Whether a token with this scope must belong to a club. */
export function needsClub(scope: ApiScope): boolean {
  return scope !== 'schemes:read'
}

/** Whether one of `scopes` allows the operation. HEAD is allowed wherever GET is. */
export function scopesAllow(scopes: readonly ApiScope[], method: string, route: string): boolean {
  const operation = `${method === 'HEAD' ? 'GET' : method} ${route}`
  return scopes.some((scope) => (apiScopes[scope] as readonly string[]).includes(operation))
}
