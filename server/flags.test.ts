import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import type { Portal } from '#contract/platform/fields.ts'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Provider } from '#domain/tenants/pages.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant

/** The types of the sections that the skill `float` gets; each has its type as its text. */
const sectionTypes = ['text', 'warning', 'link', 'files', 'video', 'tags'] as const

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const content = sectionTypes.map((type) => ({ key: type, of: null, type, title: { en: type }, value: { en: type } }))
  await world.owner.query(
    `UPDATE scheme_nodes SET content = $1, videos = '{7}' WHERE client_id = 'one' AND id = '/stage-1/float'`,
    [JSON.stringify(content)],
  )
  await world.owner.query(
    `INSERT INTO scheme_videos (client_id, scheme_id, id, name, url) SELECT client_id, id, 7, 'Float', 'https://video.example/7'
     FROM schemes WHERE client_id = 'one'`,
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

type Session = LoginReply & { portal: Portal }

/** Sets provider and feature flags of the client (all others are off) and logs in. */
async function logInWithFlags(portal: Portal, provider: Provider, features: object): Promise<Session> {
  await world.owner.query(`UPDATE clients SET features = $1, auth_provider = $2 WHERE client_id = 'one'`, [
    features,
    provider,
  ])
  return { ...(await world.logIn(one, portal)), portal }
}
const call = (session: Session, method: 'GET' | 'POST', url: string, payload?: object) =>
  world.request({
    method,
    url,
    host: one.host(session.portal),
    token: session.token,
    ...(payload === undefined ? {} : { payload }),
  })

/** The types of the sections and videos that a portal is sent for the skill `float`. */
async function visibleContent(session: Session): Promise<string[]> {
  const reply = await call(session, 'GET', '/v1/curriculum/swim')
  const float = reply.json<Curriculum>().tree[0]?.children[0]
  const videos = (await call(session, 'GET', '/v1/schemes/swim/videos')).json<unknown[]>()
  return [
    ...(float?.content ?? []).map((section) => section.type),
    ...(float?.videos ?? []).map(() => 'node video'),
    ...videos.map(() => 'video list'),
  ]
}
/** Pushes a mark that is dated some days ago; returns `accepted` or the code of the rejection. */
async function outcomeOfMark(session: Session, daysAgo: number): Promise<string> {
  const device = new Device(world, one, session.token)
  const date = world.today(-daysAgo)
  const reply = await device.push(
    device.mark(one.members[0], '/stage-1/float', 2, { ms: world.clock.now, payload: { assessmentDate: date } }),
  )
  return reply.outcomes[0]?.outcome === 'rejected' ? `${reply.outcomes[0].code}` : 'accepted'
}
const status = async (session: Session, method: 'GET' | 'POST', url: string, payload?: object) =>
  (await call(session, method, url, payload)).statusCode
const newPerson = () => ({ firstname: 'Nia', lastname: 'Rees', email: `${crypto.randomUUID()}@one.example` })

/** What each flag opens: requests, and what `request` returns with the flag off and on. */
const openedByFlag: readonly {
  flag: string
  portal: Portal
  /** Off at a federated client, whatever is configured [6.8], [6.9]. */
  notFederated: boolean
  request: (session: Session) => Promise<unknown>
  off: unknown
  on: unknown
}[] = [
  {
    flag: 'SWITCH_USER',
    portal: 'coach',
    notFederated: true,
    request: async (session) => [
      await status(session, 'GET', '/v1/auth/club-users'),
      await status(session, 'POST', '/v1/auth/pin', { pin: '2468' }),
      // The id belongs to nobody; the flag is checked before it.
      await status(session, 'POST', '/v1/auth/switch-user', {
        refresh_token: session.refresh_token,
        user_uuid: crypto.randomUUID(),
        pin: '2468',
      }),
      session.club_users.length,
    ],
    off: [403, 403, 403, 0],
    on: [200, 204, 404, 1],
  },
  ...(['parent', 'coach', 'club', 'scheme'] as const).map((portal) => ({
    flag: 'CAN_EDIT_SELF',
    portal,
    notFederated: true,
    request: (session: Session) => status(session, 'GET', '/v1/auth/edit-url'),
    off: 403,
    on: 200,
  })),
  ...(['parent', 'coach', 'club', 'scheme'] as const).flatMap((portal) => [
    {
      flag: 'ENABLE_ALL_SKILL_FIELDS',
      portal,
      notFederated: false,
      request: visibleContent,
      off: [],
      on: ['text', 'warning', 'link'],
    },
    {
      flag: 'ENABLE_RICH_MEDIA',
      portal,
      notFederated: false,
      request: visibleContent,
      off: [],
      on: ['files', 'video', 'node video', 'video list'],
    },
    { flag: 'ENABLE_NODE_TAGS', portal, notFederated: false, request: visibleContent, off: [], on: ['tags'] },
  ]),
  {
    flag: 'ADD_SCHEME',
    portal: 'scheme',
    notFederated: true,
    request: (session) => status(session, 'POST', '/v1/schemes', { name: 'New one', languages: ['en-GB'] }),
    off: 403,
    on: 201,
  },
]

/** All flags that statement 6.7 of the specification lists. */
const SPECIFIED_FLAGS = [
  'ENABLE_ALL_SKILL_FIELDS',
  'ENABLE_RICH_MEDIA',
  'ENABLE_NODE_TAGS',
  'SHOW_PASS_ALL_BUTTON',
  'SHOW_CURRENT_LEVEL',
  'ENABLE_ADDITIONAL_ASSESSMENTS',
  'CAN_ADD_SESSION_PLAN_GROUP',
  'CAN_EDIT_SELF',
  'SWITCH_USER',
  'ENABLE_SESSION_PLANNING',
  'SHOW_PERCENTAGE_COMPLETE',
  'DOCUMENTS_PAGE',
  'CAN_ASSESS_IN_THE_PAST',
  'MAX_PAST_DAYS_ATTENDANCE',
  'ENABLE_ORGANISATIONS',
]

describe('feature flag', () => {
  test.each(SPECIFIED_FLAGS)(
    '%s is in the access token as it is set, and all other flags are off [6.7]',
    async (flag) => {
      const set = Object.fromEntries(
        SPECIFIED_FLAGS.map((name) => {
          const isOn = name === flag
          return [name, name === 'MAX_PAST_DAYS_ATTENDANCE' ? (isOn ? 5 : 0) : isOn]
        }),
      )
      const { token } = await logInWithFlags('coach', 'local', set)
      expect(JSON.parse(decodeJwt(token).sub ?? '')).toMatchObject({ features: set })
    },
  )

  test.each(openedByFlag)('$flag opens its feature at the $portal portal, which is closed without it', async (row) => {
    for (const provider of ['local', 'bg', 'coursepro'] as const)
      for (const on of [false, true]) {
        const session = await logInWithFlags(row.portal, provider, { [row.flag]: on })
        const open = on && !(provider === 'bg' && row.notFederated)
        expect(await row.request(session), `${provider} ${on}`).toEqual(open ? row.on : row.off)
      }
  })

  test('CAN_ASSESS_IN_THE_PAST allows marks of the last MAX_PAST_DAYS_ATTENDANCE days; without it only today can be marked', async () => {
    for (const provider of ['local', 'bg', 'coursepro'] as const) {
      const withPast = await logInWithFlags('coach', provider, {
        CAN_ASSESS_IN_THE_PAST: true,
        MAX_PAST_DAYS_ATTENDANCE: 3,
      })
      expect(await Promise.all([0, 3, 4].map((days) => outcomeOfMark(withPast, days)))).toEqual([
        'accepted',
        'accepted',
        'DATE_NOT_ALLOWED',
      ])
      const todayOnly = await logInWithFlags('coach', provider, {
        CAN_ASSESS_IN_THE_PAST: false,
        MAX_PAST_DAYS_ATTENDANCE: 3,
      })
      expect(await Promise.all([0, 1].map((days) => outcomeOfMark(todayOnly, days)))).toEqual([
        'accepted',
        'DATE_NOT_ALLOWED',
      ])
    }
  })

  test('ENABLE_ORGANISATIONS admits only administrators of clubs that take part in the organisations’ portal', async () => {
    const setOrgPortal = (takesPart: boolean) =>
      world.owner.query(`UPDATE clubs SET org_portal = $1 WHERE client_id = 'one'`, [takesPart])
    await setOrgPortal(false)
    await expect(logInWithFlags('club', 'local', { ENABLE_ORGANISATIONS: true })).rejects.toThrow(
      'ORG_PORTAL_NO_ACCESS',
    )
    await setOrgPortal(true)
    expect((await logInWithFlags('club', 'local', { ENABLE_ORGANISATIONS: true })).token).toBeTruthy()
  })
})

test('users of a club can be added only where the users page is open: not at a federated client or one with a course provider', async () => {
  // The provider decides, not a flag, so all flags are off.
  const invite = (session: Session) => status(session, 'POST', '/v1/users', { type: 'coach', ...newPerson() })
  const remove = async (session: Session) =>
    (
      await world.request({
        method: 'DELETE',
        url: `/v1/users/${crypto.randomUUID()}`,
        host: one.host('club'),
        token: session.token,
      })
    ).statusCode
  for (const [provider, expected] of [
    ['local', [201, 404]],
    ['bg', [403, 403]],
    ['coursepro', [403, 403]],
  ] as const) {
    const session = await logInWithFlags('club', provider, {})
    expect([await invite(session), await remove(session)], provider).toEqual(expected)
  }
})
