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
  test('that allow GET allow HEAD, and those that only write do not', () => {
    expect(scopesAllow(['groups:read'], 'HEAD', '/v1/groups')).toBe(true)
    expect(scopesAllow(['groups:write'], 'HEAD', '/v1/groups')).toBe(false)
    expect(scopesAllow([], 'GET', '/v1/groups')).toBe(false)
  })
  test('never allow users, files, medical notes, adding members or writing marks', () => {
    const operations = Object.values(apiScopes).flat()
    // coaches' marks are written by `sync`
    for (const operation of operations) expect(operation).not.toMatch(/users|sync|files|POST \/v1\/members$/)
    // one member's record has the medical notes
    expect(operations).not.toContain('GET /v1/members/:uuid')
  })
  test('need a club, except those for what the whole client shares', () => {
    expect(allScopes.filter((scope) => !needsClub(scope))).toEqual(['schemes:read'])
  })
})
