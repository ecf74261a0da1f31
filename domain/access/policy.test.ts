import { describe, expect, test } from 'vitest'
import { featuresOf, mayOpen, type Provider } from '#domain/tenants/pages.ts'
import { allScopes } from '#domain/platform/api-scopes.ts'
import { roles, type Action } from '#domain/platform/rights.ts'
import { policy, rightTo, type ActionName } from './policy.ts'

const actions = Object.entries(policy) as [ActionName, Action][]
const features = { DOCUMENTS_PAGE: true }

describe('rights', () => {
  test('belong to a role: what nobody is given, nobody may', () => {
    expect(rightTo('users.manage', { type: 'admin', features })).toMatchObject({ on: 'own-club' })
    expect(rightTo('users.manage', { type: 'coach', features })).toBeNull()
  })
  test('that anybody has, every role has', () => {
    for (const type of roles)
      if (type !== 'anybody') expect(rightTo('login.use', { type, features }), type).toEqual({ on: 'token' })
  })
  test('with a flag need the flag', () => {
    expect(rightTo('documents.read', { type: 'ngo', features })).not.toBeNull()
    expect(rightTo('documents.read', { type: 'ngo', features: { DOCUMENTS_PAGE: false } })).toBeNull()
    expect(rightTo('documents.read', { type: 'ngo', features: {} })).toBeNull()
  })
  test('with a scope need a token that has it', () => {
    for (const [name, { rights }] of actions)
      for (const scope of allScopes) {
        const isAllowed = rightTo(name, { type: 'api', features, scopes: [scope] }) !== null
        expect(isAllowed, `${name} with ${scope}`).toBe('anybody' in rights || rights.api?.scope === scope)
      }
  })
})

test('authors add schemes unless ADD_SCHEME is off, and never at a federated client [6.8]', () => {
  const mayAdd = (['local', 'bg', 'coursepro'] as const).map((provider) =>
    [true, false].map(
      (on) => rightTo('schemes.add', { type: 'ngo', features: featuresOf(provider, { ADD_SCHEME: on }) }) !== null,
    ),
  )
  expect(mayAdd).toEqual([
    [true, false],
    [false, false],
    [true, false],
  ])
})

describe('the policy', () => {
  test('gives API tokens no users, files, medical notes, adding of members or marks to write, and nothing without a scope', () => {
    const ofTokens = actions.filter(([, { rights }]) => rights.api)
    expect(ofTokens.map(([name]) => name)).toEqual([
      'members.list',
      'members.read-attendance',
      'schemes.read',
      'groups.read',
      'groups.change',
      'progress.read',
      'marks.read',
    ])
    for (const [name, { rights }] of ofTokens) expect(allScopes, name).toContain(rights.api?.scope)
  })
  test('names only pages that can be closed, of the portal of the role', () => {
    const portals = { parent: 'parent', coach: 'coach', admin: 'club', ngo: 'scheme' } as const
    for (const [name, { rights }] of actions)
      for (const role of ['parent', 'coach', 'admin', 'ngo'] as const) {
        const page = rights[role]?.page
        if (page === undefined) continue
        const opensFor = (provider: Provider, advanced: boolean) =>
          mayOpen({ portal: portals[role], provider, features, clubUsers: 0, remoteMembers: false, advanced }, page)
        const answers = [
          opensFor('local', true),
          opensFor('local', false),
          opensFor('bg', true),
          opensFor('coursepro', true),
        ]
        expect(new Set(answers), `${name}: ${page}`).toEqual(new Set([true, false]))
      }
  })
})
