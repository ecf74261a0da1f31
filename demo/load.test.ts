import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { readPepper } from '#server/platform/pepper.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createApp } from '#server/app.ts'
import { Hub } from '#server/platform/events/hub.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { Addresses } from '#server/platform/http/addresses.ts'
import { Tokens } from '#server/platform/http/session.ts'
import { createWorker } from '#server/flows/jobs/create-worker.ts'
import type { App } from '#server/platform/deps.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { configureProvider } from './peers/configure-provider.ts'
import { importRostersNow } from '#server/flows/rosters/nights.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { readWords } from '#server/tenants/client-words/own-words.ts'
import { temporaryFiles } from '#server/testing/files.ts'
import { listen, peerClient } from '#server/testing/remote-peer.ts'
import { clientData, userId, type ClientData } from './client-data.ts'
import { DEMO_PASSWORD, demoClient, demoClients, type DemoClient } from './content/clients.ts'
import { gymChecklist, gymFilms, swimFilms } from './content/uploaded-files.ts'
import { loadDemo } from './load.ts'
import { createCoursePeer, COURSE_SCOPE, ROSTER_PATH } from './peers/course-provider.ts'
import type { Handler } from './peers/authorization-server.ts'
import { providerPeople } from './peers/simulated-providers.ts'
import { demoRosters } from './peers/demo-rosters.ts'
import { planDemo } from './plan.ts'
import { startPage } from './start-page.ts'
import { readUnlinked } from './unlinked.ts'

type Id = DemoClient['id']

let database: TestDatabase
let owner: pg.Client
let db: Database
let app: App
let files: Awaited<ReturnType<typeof temporaryFiles>>
let tokens: Tokens
let secrets: SecretBox
/** What was loaded, by client. */
const data = new Map<Id, ClientData>()

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  db = openDatabase(database.appUrl, 4)
  const now = new Date()
  files = await temporaryFiles()
  secrets = await openSecrets(database.ownerUrl, new Uint8Array(32))
  const pepper = await readPepper(db, secrets)
  await loadDemo(owner, db, files, now, pepper)
  for (const { id } of demoClients) data.set(id, clientData(id, now))
  tokens = await Tokens.load(db, secrets, Date.now)
  const addresses = new Addresses(db, 'http', 4000)
  app = await createApp({
    db,
    curricula: new Curricula(),
    hub: new Hub(),
    tokens,
    addresses,
    announce: () => {},
    files,
    secrets,
    pepper,
    providers: new Providers(db, secrets, { demo: false, now: Date.now }),
  })
  // loading takes much longer than the usual limit of a hook
}, 180_000)
afterAll(async () => {
  await app.close()
  await db.pool.end()
  await owner.end()
  await files.remove()
  await database.drop()
})

const host = (id: Id, portal: Portal) => `${portal}.${id}.localhost`

/** An access token of a demo user, made without a login, because clients with a provider have no password login. */
async function tokenOf(id: Id, portal: 'parent' | 'coach', key: string): Promise<string> {
  const [clubId = null] = data.get(id)?.users.find((user) => user.id === userId(id, key))?.clubIds ?? []
  const subject: TokenSubject = {
    user_uuid: userId(id, key),
    club_id: clubId,
    language: { language_id: 1, language: 'en-GB' },
    features: { ...demoClient(id).features },
  }
  return tokens.sign({ clientId: id, portal }, 'access', JSON.stringify(subject), crypto.randomUUID(), 60)
}

/** The children that a parent sees. */
async function childrenOf(id: Id, key: string): Promise<Member[]> {
  const reply = await app.inject({
    url: `/v1/users/${userId(id, key)}/members?with_groups=1&with_progress=1&with_awards=1&with_owners=1`,
    headers: { host: host(id, 'parent'), authorization: `Bearer ${await tokenOf(id, 'parent', key)}` },
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<Member[]>()
}

/** The number of a client's rows; `from` is the text after FROM. */
async function count(id: Id, from: string): Promise<number> {
  const { rows } = await inTenant(db, id, 'read', (tx) =>
    tx.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`),
  )
  return rows[0]?.total ?? 0
}

describe('the files of curricula', () => {
  const downloadFile = async (id: Id, fileId: string) => {
    const authorization = `Bearer ${await tokenOf(id, 'coach', 'coach')}`
    return app.inject({ url: `/v1/files/file?id=${fileId}`, headers: { host: host(id, 'coach'), authorization } })
  }

  test('can be downloaded by coaches of their client and of a subscriber: films, their posters and a checklist', async () => {
    const filesOfFilms = (films: Record<string, { film: { id: string }; poster: { id: string } }>) =>
      Object.values(films).flatMap(({ film, poster }) => [
        [film.id, 'video/webm'],
        [poster.id, 'image/png'],
      ])
    const gym = [...filesOfFilms(gymFilms), [gymChecklist.id, 'application/pdf']]
    for (const [id, expectedFiles] of [
      ['aquila', filesOfFilms(swimFilms)],
      ['vault', gym],
      ['tideway', gym],
    ] as const)
      for (const [fileId = '', mediaType] of expectedFiles) {
        const reply = await downloadFile(id, fileId)
        expect([id, reply.statusCode, reply.headers['content-type']]).toEqual([id, 200, mediaType])
      }
    // every file is used by a scheme, and no video has an address outside the product
    for (const { id } of demoClients) {
      expect(await count(id, `files WHERE NOT EXISTS (SELECT FROM file_uses WHERE file_uses.file_id = files.id)`)).toBe(
        0,
      )
      expect(await count(id, `scheme_videos WHERE url NOT LIKE '/%'`)).toBe(0)
    }
  })
})

/** The numbers of clubs, groups and members. */
const sizes = { aquila: [3, 40, 400], vault: [12, 60, 600], tideway: [2, 20, 160] } as const

describe.each(demoClients.map(({ id }) => [id] as const))('the loaded demo of %s', (id) => {
  test('has the expected numbers of clubs, groups and members, guests in second clubs, and a dozen assessments a member', async () => {
    expect([await count(id, 'clubs'), await count(id, 'groups'), await count(id, 'members')]).toEqual(sizes[id])
    // guests have a membership in a second club
    expect(await count(id, 'club_members')).toBeGreaterThan(sizes[id][2])
    expect(await count(id, 'assessments')).toBeGreaterThan(sizes[id][2] * 12)
  })

  test('has two terms and one holiday at each club', async () => {
    expect(await count(id, `terms WHERE kind = 'term'`)).toBe(2 * sizes[id][0])
    expect(await count(id, `terms WHERE kind = 'holiday'`)).toBe(sizes[id][0])
  })

  test('shows parent@ three children with awards, one of them in two schemes, and a level that is more than 60% done', async () => {
    const children = await childrenOf(id, 'parent')
    expect(children).toHaveLength(3)
    const schemes = children.map((child) => new Set(child.groups?.map((group) => group.scheme_slug)).size)
    expect(schemes.sort()).toEqual([1, 1, 2])
    for (const { awards, firstname } of children)
      expect(
        Object.values(awards ?? {}).flatMap((awardsOfScheme) => Object.keys(awardsOfScheme)).length,
        firstname,
      ).toBeGreaterThan(0)
    const states = children.flatMap(({ progress }) =>
      Object.values(progress ?? {}).flatMap((progressOfScheme) => Object.values(progressOfScheme)),
    )
    expect(states.some(({ state }) => state === 'passed')).toBe(true)
    expect(states.some(({ state, percent }) => state === 'started' && percent > 60)).toBe(true)
  })

  test('shows parent2@ two children, one of whom parent@ sees too, and shows newparent@ none', async () => {
    const shared = (await childrenOf(id, 'parent')).map((child) => child.uuid)
    const children = await childrenOf(id, 'parent2')
    expect(children).toHaveLength(2)
    expect(children.filter((child) => shared.includes(child.uuid))).toHaveLength(1)
    expect(await childrenOf(id, 'newparent')).toEqual([])
  })

  test('answers 404 to a parent who asks for the children of another client’s parent', async () => {
    const other = id === 'vault' ? 'aquila' : 'vault'
    const reply = await app.inject({
      url: `/v1/users/${userId(other, 'parent')}/members`,
      headers: { host: host(id, 'parent'), authorization: `Bearer ${await tokenOf(id, 'parent', 'parent')}` },
    })
    expect(reply.statusCode).toBe(404)
  })

  test('gives coach@ two groups that run every day, one of them all day', async () => {
    const authorization = `Bearer ${await tokenOf(id, 'coach', 'coach')}`
    const groups: { weekdays: number[]; duration_minutes: number }[] = []
    for (let cursor = '', more = true; more;) {
      const reply = await app.inject({
        url: `/v1/sync/changes?cursor=${cursor}`,
        headers: { host: host(id, 'coach'), authorization },
      })
      expect(reply.statusCode).toBe(200)
      const page = reply.json<ChangesReply>()
      for (const change of page.changes) if (change.kind === 'group' && change.data) groups.push(change.data)
      ;({ cursor, more } = page)
    }
    const daily = groups.filter((group) => group.weekdays.length === 7)
    expect(daily.map((group) => group.duration_minutes).sort((a, b) => a - b)).toEqual([45, 1440])
  })

  test('has every user of the client, each with a password', async () => {
    const passwords = `users WHERE password_hash LIKE '$argon2id$%' AND email LIKE '%@${id}.example'`
    expect(await count(id, passwords)).toBe(demoClient(id).users.length)
  })

  test('names on the start page the child that newparent@ can link', async () => {
    const unlinked = (await readUnlinked(db)).find(({ clientId }) => clientId === id)
    const page = startPage(4000, 'http', await readUnlinked(db), [])
    expect(page).toContain(`<code>${unlinked?.ngoId}</code> (${unlinked?.name}, born ${unlinked?.dob})`)
    expect(page).toContain(`http://parent.${id}.localhost:4000/`)
  })
})

test('Gym is published, Tideway follows it, and Tideway’s Leisure links 18 skills of Gym and translates them to Welsh', async () => {
  expect(await count('vault', `schemes WHERE slug = 'gym' AND published`)).toBe(1)
  // `followed` is the number of the published revision that Tideway has copied
  expect(await count('tideway', `schemes WHERE slug = 'gym' AND origin_client_id = 'vault' AND followed = 1`)).toBe(1)
  // a node that is linked itself, and not as part of a linked node above it, is its own `origin_root`
  const linked = `scheme_nodes node JOIN schemes scheme ON scheme.client_id = node.client_id AND scheme.id = node.scheme_id
    WHERE scheme.slug = 'leisure' AND node.origin_root = node.id AND node.title ? 'cy'`
  expect(await count('tideway', linked)).toBe(18)
  // one row for each of these links
  expect(await count('tideway', 'mirrors')).toBe(18)
  // the rule of this level names five linked skills and two own ones
  expect(
    await count(
      'tideway',
      `scheme_nodes WHERE id = '/silver' AND completion_count = 6 AND cardinality(completion_ids) = 7`,
    ),
  ).toBe(1)
})

test('coach@ of Aquila has a lesson plan and reads one that another coach shares, both with skills of Swim', async () => {
  const plans = new Map<string, LessonPlan>()
  for (let cursor = ''; ;) {
    const reply = await app.inject({
      url: `/v1/sync/changes?cursor=${cursor}`,
      headers: { host: host('aquila', 'coach'), authorization: `Bearer ${await tokenOf('aquila', 'coach', 'coach')}` },
    })
    const page = reply.json<ChangesReply>()
    for (const change of page.changes) if (change.kind === 'plan' && change.data) plans.set(change.key, change.data)
    cursor = page.cursor
    if (!page.more) break
  }
  const isOwner = [...plans.values()].map((plan) => plan.owner.uuid === userId('aquila', 'coach'))
  expect(isOwner.toSorted()).toEqual([false, true])
  const swimNodeIds = new Set(
    data
      .get('aquila')
      ?.schemes.find((scheme) => scheme.slug === 'swim')
      ?.nodes.map((node) => node.id),
  )
  const plannedNodeIds = [...plans.values()].flatMap((plan) =>
    plan.content.sections.flatMap((section) =>
      section.blocks.flatMap((block) => (block.type === 'skills' ? block.nodes : [])),
    ),
  )
  expect(plannedNodeIds.length).toBeGreaterThan(5)
  expect(plannedNodeIds.filter((id) => !swimNodeIds.has(id))).toEqual([])
})

test('every demo has members of two clubs, and every membership has a change for the club’s devices', async () => {
  for (const { id } of demoClients) {
    const inTwoClubs = `(SELECT member_id FROM club_members GROUP BY member_id HAVING count(*) = 2) member`
    expect(await count(id, inTwoClubs)).toBeGreaterThan(1)
    const withoutChange = `club_members membership WHERE NOT EXISTS (SELECT FROM changes change
      WHERE change.client_id = membership.client_id AND change.club_id = membership.club_id
        AND change.kind = 'member' AND change.key = membership.member_id::text)`
    expect(await count(id, withoutChange)).toBe(0)
  }
})

test('the demo password logs in at Aquila, and is refused at Vault and Tideway, whose users log in at a provider', async () => {
  const logIn = (id: Id, login: { email: string } | { username: string }) =>
    app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      headers: { host: host(id, 'parent') },
      payload: { client_id: id, type: 'parent', ...login, password: DEMO_PASSWORD },
    })
  expect((await logIn('aquila', { email: 'parent@aquila.example' })).statusCode).toBe(200)
  for (const [id, login] of [
    ['vault', { email: 'parent@vault.example' }],
    ['tideway', { username: 'parent' }],
  ] as const)
    expect((await logIn(id, login)).json()).toMatchObject({ error: 'EXTERNAL_CONFIG_ERROR' })
})

test('each demo client has the words of its wording, such as Pupils at Vault and Session at Tideway', async () => {
  const words = (id: Id, locale: string) => inTenant(db, id, 'read', (tx) => readWords(tx, locale))
  expect(await words('aquila', 'en')).toEqual({})
  expect(await words('vault', 'en')).toMatchObject({ 'coach.groups.members': 'Pupils' })
  expect(await words('tideway', 'en')).toMatchObject({ 'coach.groups.group': 'Session' })
  expect(await words('tideway', 'cy')).toMatchObject({ 'coach.groups.group': 'Sesiwn' })
})

test('an import of the rosters from Tideway’s course provider adds and ends nothing, because the demo was loaded with the same data', async () => {
  // the handler is set below, because it needs the port at which the server listens
  const server: { answer: Handler } = { answer: () => {} }
  const courseProvider = await listen(server, 'provider.localhost')
  const client = peerClient(host('tideway', 'coach'))
  const rosters = demoRosters(planDemo('tideway', new Date()))
  server.answer = await createCoursePeer(courseProvider.issuer, client, providerPeople('tideway'), () => rosters)
  const settings = {
    issuer: courseProvider.issuer,
    oauthClientId: client.id,
    oauthClientSecret: client.secret,
    scope: COURSE_SCOPE,
    clubClaim: null,
    typeClaim: null,
    rosterUrl: courseProvider.issuer + ROSTER_PATH,
    editUrl: null,
  }
  const countRows = () =>
    Promise.all(
      [
        'members',
        `club_members WHERE status = 'active'`,
        'groups',
        'group_members WHERE to_date IS NULL',
        'group_coaches WHERE to_date IS NULL',
        'member_links',
        `users WHERE status = 'current'`,
        'user_clubs WHERE to_date IS NULL',
      ].map((from) => count('tideway', from)),
    )
  const before = await countRows()
  await inTenant(db, 'tideway', 'write', async (tx) => {
    await configureProvider(tx, secrets, 'tideway', settings)
    await importRostersNow(tx, Date.now())
  })
  const failures: unknown[] = []
  await createWorker({
    db,
    curricula: new Curricula(),
    files,
    // only a demo may reach a provider at `*.localhost`
    providers: new Providers(db, secrets, { demo: true, now: Date.now }),
    now: Date.now,
    announce: () => {},
    onError: (error) => failures.push(error),
  }).runDue('tideway')
  await courseProvider.close()
  expect(failures).toEqual([])
  expect(await count('tideway', `tasks WHERE kind = 'import-roster' AND state = 'done'`)).toBe(1)
  expect(await countRows()).toEqual(before)
  // an import alone brings the ids of the members' guardians at the provider, so each member has an entry in the log
  const loggedChanges = `audit_log WHERE action = 'follow-provider' AND entity <> 'member'`
  expect(await count('tideway', loggedChanges)).toBe(0)
  expect(await childrenOf('tideway', 'newparent')).toEqual([])
})
