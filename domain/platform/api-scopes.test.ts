import { describe, expect, test } from 'vitest'
import { allScopes, apiScopes, needsClub, scopesAllow } from './api-scopes.ts'

describe('scopes of API tokens', () => {
  test('allow their own operations and no other', () => {
    for (const scope of allScopes)
      for (const other of allScopes)
        for (const operation of apiScopes[other]) {
          const [method = '', route = ''] = operation.split(' ')
          expect(scopesAllow([scope], method, route), `${scope}: ${operation}`).toBe(scope === other)
        }
  })
  test('that may read may ask for headers, and a writer may not read', () => {
    expect(scopesAllow(['groups:read'], 'HEAD', '/v1/groups')).toBe(true)
    expect(scopesAllow(['groups:write'], 'HEAD', '/v1/groups')).toBe(false)
    expect(scopesAllow([], 'GET', '/v1/groups')).toBe(false)
  })
  test('never reach users, medical notes or marks to write', () => {
    const all = Object.values(apiScopes).flat()
    for (const operation of all) expect(operation).not.toMatch(/users|sync|files|POST \/v1\/members$/)
    expect(all).not.toContain('GET /v1/members/:uuid')
  })
  test('are of a club, but for what the whole client shares', () => {
    expect(allScopes.filter((scope) => !needsClub(scope))).toEqual(['schemes:read'])
  })
})
