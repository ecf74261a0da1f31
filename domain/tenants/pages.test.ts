import { describe, expect, test } from 'vitest'
import {
  featuresOf,
  isPublic,
  mayChangeClub,
  mayOpen,
  pages,
  schemeListQuery,
  type Portal,
  type Provider,
  type Visitor,
} from './pages.ts'

const FLAGS = ['ENABLE_SESSION_PLANNING', 'SWITCH_USER', 'DOCUMENTS_PAGE', 'ENABLE_ORGANISATIONS'] as const
const portals: readonly Portal[] = ['parent', 'coach', 'club', 'scheme']
const providers: readonly Provider[] = ['local', 'bg', 'coursepro']
const both = [false, true]

/**
 * Every combination of portal, provider, flags, club users, remote members and advanced mode, without the flags that the
 * provider does not allow.
 */
const visitors: Visitor[] = portals.flatMap((portal) =>
  providers.flatMap((provider) =>
    // each bit of a number from 0 to 15 says whether one of the four flags is on
    Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
      Object.fromEntries(FLAGS.map((flag, index) => [flag, ((bits >> index) & 1) === 1])),
    ).flatMap((flags) =>
      // how many coaches can be switched to
      [0, 2].flatMap((clubUsers) =>
        both.flatMap((remoteMembers) =>
          both.map((advanced) => ({
            portal,
            provider,
            features: featuresOf(provider, flags),
            clubUsers,
            remoteMembers,
            advanced,
          })),
        ),
      ),
    ),
  ),
)

/** The pages that [6.8]–[6.18] and [R3.2] close, and the visitors for whom they do. */
const closedPages: readonly [statement: string, portal: Portal, path: string, isClosed: (v: Visitor) => boolean][] = [
  ['6.9', 'coach', '/planning', (v) => v.provider === 'bg' || v.features['ENABLE_SESSION_PLANNING'] === false],
  [
    '6.18',
    'coach',
    '/switch-user',
    (v) => v.provider === 'bg' || v.features['SWITCH_USER'] === false || v.clubUsers === 0,
  ],
  [
    '6.12',
    'club',
    '/users',
    (v) => v.provider !== 'local' && (v.features['ENABLE_ORGANISATIONS'] === true || !v.remoteMembers),
  ],
  ['6.13', 'club', '/coaches', (v) => v.features['ENABLE_ORGANISATIONS'] === false],
  ['6.14', 'club', '/sessions', (v) => v.provider === 'coursepro'],
  ['6.15', 'club', '/documents', (v) => v.provider === 'bg' || v.features['DOCUMENTS_PAGE'] === false],
  ['6.15', 'scheme', '/documents', (v) => v.provider === 'bg' || v.features['DOCUMENTS_PAGE'] === false],
  ['6.16', 'scheme', '/tasks', (v) => !v.advanced],
  ['6.16', 'scheme', '/members', (v) => !v.advanced],
  ['6.17', 'scheme', '/clubs', (v) => v.provider === 'bg'],
  ['6.17', 'scheme', '/users', (v) => v.provider === 'bg'],
]

describe('pages', () => {
  test('of every portal × provider × flag × state are open, except where the specification closes them', () => {
    // portals, providers, combinations of four flags, club users, remote members, advanced mode
    expect(visitors).toHaveLength(4 * 3 * 16 * 2 * 2 * 2)
    let closed = 0
    for (const visitor of visitors) {
      for (const path of Object.keys(pages[visitor.portal])) {
        const rule = closedPages.find(([, portal, closedPath]) => portal === visitor.portal && closedPath === path)
        const expected = !(rule?.[3](visitor) ?? false)
        if (!expected) closed++
        expect(mayOpen(visitor, path), `${rule?.[0]} ${path} ${JSON.stringify(visitor)}`).toBe(expected)
        // the rule of a page holds for all paths below it
        expect(mayOpen(visitor, `${path}/some-id`)).toBe(expected)
      }
    }
    // guards against a test that compares open pages only
    expect(closed).toBeGreaterThan(500)
  })

  test('are those of the specification, by portal', () => {
    const names = (portal: Portal) =>
      Object.keys(pages[portal])
        .map((path) => path.slice(1))
        .sort()
    expect(names('parent')).toEqual(['about', 'account', 'help', 'overview'])
    // the specification has no reports for coaches; the table of rights gives them those of their own groups (rules.md)
    expect(names('coach')).toEqual([
      'about',
      'member-groups',
      'offline',
      'planning',
      'reports',
      'scheme',
      'switch-user',
    ])
    expect(names('club')).toEqual([
      'about',
      'coaches',
      'documents',
      'groups',
      'members',
      'reports',
      'sessions',
      'users',
    ])
    expect(names('scheme')).toEqual([
      'about',
      'clubs',
      'documents',
      'languages',
      'members',
      'overview',
      'reports',
      'tags',
      'tasks',
      'users',
    ])
  })

  test('without a rule may be opened', () => {
    for (const visitor of visitors) expect(mayOpen(visitor, '/error')).toBe(true)
  })

  test('without a session are those of login and mail links, with or without a slash at the end', () => {
    for (const path of ['/login', '/logout', '/redirect', '/set-password', '/reset-password/', '/unsubscribe'])
      expect(isPublic(path)).toBe(true)
    for (const path of ['/', '/overview', '/login/more', '/error']) expect(isPublic(path)).toBe(false)
  })
})

describe('flags', () => {
  test('are as configured for clients with local login or a course provider', () => {
    const configured = { SWITCH_USER: true, DOCUMENTS_PAGE: false, MAX_PAST_DAYS_ATTENDANCE: 7 }
    expect(featuresOf('local', configured)).toEqual(configured)
    expect(featuresOf('coursepro', configured)).toEqual(configured)
  })

  test('of a federated client are off where only other clients can have them, whatever was configured', () => {
    const all = {
      ADD_SCHEME: true,
      SHOW_CURRENT_LEVEL: true,
      ENABLE_SESSION_PLANNING: true,
      SWITCH_USER: true,
      CAN_EDIT_SELF: true,
      SHOW_PERCENTAGE_COMPLETE: true,
      DOCUMENTS_PAGE: true,
    }
    expect(new Set(Object.values(featuresOf('bg', all)))).toEqual(new Set([false]))
    expect(featuresOf('bg', { ENABLE_RICH_MEDIA: true, MAX_PAST_DAYS_ATTENDANCE: 7 })).toMatchObject({
      ENABLE_RICH_MEDIA: true,
      MAX_PAST_DAYS_ATTENDANCE: 7,
    })
  })
})

test('only an organisation’s portal lists just the schemes of its own sessions [6.19]', () => {
  const listingOwn = visitors.filter((visitor) => schemeListQuery(visitor).scheme_sessions_only === '1')
  expect(listingOwn.length).toBeGreaterThan(0)
  expect(listingOwn).toEqual(visitors.filter((v) => v.portal === 'club' && v.features['ENABLE_ORGANISATIONS'] === true))
})

test('a switched user does not change club', () => {
  expect([mayChangeClub({ switched: false }), mayChangeClub({ switched: true })]).toEqual([true, false])
})
