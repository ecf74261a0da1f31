/**
 * What a token of an `api` user may do: for each scope its operations, as the server names their routes. Every other
 * operation is refused. No scope reaches medical notes, telephone numbers or users, and none marks: a mark is the word
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

/** In the order in which they are offered. */
export const allScopes = Object.keys(apiScopes) as ApiScope[]

/** Scopes that mean nothing without a club. */
export function needsClub(scope: ApiScope): boolean {
  return scope !== 'schemes:read'
}

/** Whether one of `scopes` has the operation; who may read may ask for the headers alone. */
export function scopesAllow(scopes: readonly ApiScope[], method: string, route: string): boolean {
  const operation = `${method === 'HEAD' ? 'GET' : method} ${route}`
  return scopes.some((scope) => (apiScopes[scope] as readonly string[]).includes(operation))
}
