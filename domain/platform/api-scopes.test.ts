import { expect, test } from 'vitest'
import { allScopes, needsClub } from './api-scopes.ts'

test('every scope of an API token needs a club, except those for what the whole client shares', () => {
  expect(allScopes.filter((scope) => !needsClub(scope))).toEqual(['schemes:read'])
})
