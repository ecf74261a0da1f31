import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Handler, PeerClient } from '#demo/peers/authorization-server.ts'
import { COURSE_SCOPE, createCoursePeer, ROSTER_PATH } from '#demo/peers/course-provider.ts'
import { createOpenIdPeer, openIdClaims } from '#demo/peers/openid.ts'
import type { PeerPerson } from '#demo/peers/person.ts'
import type { PeerRosters } from '#demo/peers/rosters.ts'
import { openBrowser, reloadUntil } from '../browser.ts'
import {
  addClub,
  addGroup,
  addMember,
  approveSubscriber,
  importScheme,
  markFirst,
  openPage,
  publishScheme,
  releaseScheme,
  setFirstPassword,
  subscribeTo,
} from '../new-client.ts'
import { RunningServer } from '../running-server.ts'

// A client whose users log in by e-mail address is made in e2e/scheme/first-client.test.ts; here are the other three kinds.

const PASSWORD = 'Brand-new-horse-10'
/** The host name of the providers, on a server of their own. */
const PROVIDER = 'provider.somewhere.localhost'
const CLUB = 'BP-1'

let server: RunningServer
let browser: Browser
let folder = ''
let provider: Server
/** Answers at the providers' address; each test has its own provider. */
let answer: Handler = () => {}
let issuer = ''
const problems: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rungs-providers-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ')
  const names = ['-subj', `/CN=${PROVIDER}`, '-addext', `subjectAltName=DNS:${PROVIDER}`]
  await promisify(execFile)('openssl', [...request, '-keyout', key, '-out', certificate, ...names])
  provider = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (request, reply) =>
    answer(request, reply),
  )
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  issuer = `https://${PROVIDER}:${(provider.address() as AddressInfo).port}`
  // only a server with the demo may connect to addresses of this machine
  server = await RunningServer.from(inject('prepared'))
  await server.start({ NODE_EXTRA_CA_CERTS: certificate })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  provider.closeAllConnections()
  provider.close()
  await rm(folder, { recursive: true, force: true })
})

const url = (client: string, portal: string, path: string) =>
  `http://${portal}.${client}.localhost:${server.port}${path}`
/** The domain of the coach portal of the client `ford` that is not below the client's own. */
const OTHER_DOMAIN = 'fordswim'
const watch = (page: Page) => void page.on('pageerror', (error) => problems.push(error.message))
const open = (client: string, portal: string, path: string, width: number) =>
  openPage(browser, url(client, portal, path), width, watch)

const person = (login: string, type: PeerPerson['type'], firstname: string, clubs: string[]): PeerPerson => ({
  subject: `subject-${login}`,
  login,
  password: PASSWORD,
  firstname,
  lastname: 'Price',
  type,
  clubs,
  email: `${login}@somewhere.example`,
})
const people = [
  person('office', 'ngo', 'Mair', []),
  person('owain', 'admin', 'Owain', [CLUB]),
  person('anna', 'coach', 'Anna', [CLUB]),
]

/** Makes a client that logs in at the provider, and sets the provider by a file, as an operator does. */
async function createAtProvider(
  client: string,
  kind: 'openid' | 'course-provider',
  settings: object,
): Promise<PeerClient> {
  const made = await server.rungs(
    'client',
    'create',
    client,
    'Brook Swim',
    '--domain',
    `${client}.localhost`,
    '--login',
    kind,
  )
  expect(made).toContain(`Next: rungs provider ${client} FILE.json`)
  const registration: PeerClient = {
    id: 'rungs',
    secret: crypto.randomUUID(),
    redirectUris: [
      ...['parent', 'coach', 'club', 'scheme'].map((portal) => url(client, portal, '/redirect')),
      url(OTHER_DOMAIN, 'coach', '/redirect'),
    ],
  }
  const file = join(folder, `${client}.json`)
  const common = { issuer, oauthClientId: registration.id, oauthClientSecret: registration.secret, editUrl: null }
  await writeFile(file, JSON.stringify({ ...common, ...settings }))
  expect(await server.rungs('provider', client, file)).toContain(`${client} logs in at ${issuer}`)
  return registration
}

/** Opens a portal and logs in at the provider. */
async function logInAtProvider(
  client: string,
  portal: string,
  label: string,
  login: string,
  width: number,
): Promise<Page> {
  const page = await open(client, portal, '/', width)
  await page.getByRole('button', { name: /^Sign in with / }).click()
  await page.waitForURL(`${issuer}/interaction/**`)
  await page.getByLabel(label).fill(login)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.origin === url(client, portal, '') && address.pathname !== '/redirect')
  return page
}

/** Opens a portal and logs in by user name. */
async function logInHere(client: string, portal: string, login: string, width: number): Promise<Page> {
  const page = await open(client, portal, '/', width)
  await page.getByLabel('User name').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  return page
}

/** Makes a client that logs in by user name. */
const createWithUsernames = (client: string, name: string) =>
  server.rungs('client', 'create', client, name, '--domain', `${client}.localhost`, '--login', 'username')

/** Invites somebody whose user name is the first name, opens the link that the command prints and sets a password. */
async function invite(client: string, type: string, firstname: string, width: number, ...club: string[]) {
  const login = firstname.toLowerCase()
  const names = [`${login}@${client}.example`, firstname, 'Price', '--username', login]
  const printed = await server.rungs('invite', client, type, ...names, ...club, '--print-link')
  const page = await openPage(browser, /http\S+/.exec(printed)?.[0] ?? '', width, watch)
  await setFirstPassword(page, PASSWORD)
  return page
}

test('a new client whose users log in by user name gets from nothing to a coach’s first mark', async () => {
  await createWithUsernames('weir', 'Weir Swim')
  const author = await invite('weir', 'ngo', 'Mair', 1440)
  await importScheme(author)
  await addClub(author, url('weir', 'scheme', '/clubs'))
  const admin = await invite('weir', 'admin', 'Owain', 1440, '--club', 'Brook Pool')
  await addMember(admin, /* guardian */ null)
  await invite('weir', 'coach', 'Anna', 390, '--club', 'Brook Pool')
  await admin.reload()
  await addGroup(admin)

  // on another device, by user name
  const coach = await logInHere('weir', 'coach', 'anna', 390)
  await markFirst(coach)
  expect(problems).toEqual([])
})

test('a new client whose users log in at an OpenID provider gets from nothing to a coach’s first mark', async () => {
  const registration = await createAtProvider('ford', 'openid', {
    scope: openIdClaims.scope,
    clubClaim: openIdClaims.club,
    typeClaim: openIdClaims.type,
    rosterUrl: null,
  })
  // neither its portals nor its provider add a club
  await server.rungs('club', 'add', 'ford', 'Brook Pool', '--number', CLUB)
  await server.rungs('host', 'add', 'ford', 'coach', `coach.${OTHER_DOMAIN}.localhost`)
  answer = await createOpenIdPeer(issuer, registration, people)
  const author = await logInAtProvider('ford', 'scheme', 'E-mail', 'office', 1440)
  // such a client has no schemes of its own [6.8]: it follows one that another client publishes
  await createWithUsernames('tarn', 'Tarn Swim')
  const publisher = await invite('tarn', 'ngo', 'Greta', 1440)
  await importScheme(publisher)
  await publishScheme(publisher)
  await subscribeTo(author, 'Tarn Swim', url('ford', 'scheme', '/sharing?view=catalogue'))
  await approveSubscriber(publisher, url('tarn', 'scheme', '/sharing?view=subscribers'))
  await author.goto(url('ford', 'scheme', '/scheme/swim'))
  await reloadUntil(author, author.getByRole('button', { name: 'Release', exact: true }))
  await releaseScheme(author)
  const admin = await logInAtProvider('ford', 'club', 'E-mail', 'owain', 1440)
  await addMember(admin, /* guardian */ null)
  // a coach is known, and can be given a group, once she has logged in
  const coach = await logInAtProvider(OTHER_DOMAIN, 'coach', 'E-mail', 'anna', 390)
  await admin.reload()
  await addGroup(admin)
  await reloadUntil(coach, coach.getByRole('link', { name: 'Minnows' }).first())
  // coaches of such a client see no percentages [6.9]
  await markFirst(coach, '1 skill to go')
  expect(problems).toEqual([])
})

test('a new client whose users log in at a course provider gets from nothing to a coach’s first mark', async () => {
  const registration = await createAtProvider('mill', 'course-provider', {
    scope: COURSE_SCOPE,
    clubClaim: null,
    typeClaim: null,
    rosterUrl: issuer + ROSTER_PATH,
  })
  const rosters: PeerRosters = {
    contacts: [],
    children: [
      {
        subject: 'child',
        firstname: 'Siân',
        lastname: 'Hughes',
        number: 'S-1',
        dob: '2018-03-04',
        clubs: [CLUB],
        agents: [],
      },
    ],
    classes: [
      {
        subject: 'class',
        name: 'Minnows',
        club: CLUB,
        place: 'Main pool',
        scheme: 'swim',
        levels: ['/stage-1'],
        periods: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'].map((day) => `${day} 16:30-17:00`),
      },
    ],
    terms: [],
    bookings: (['child', 'subject-anna'] as const).map((user) => ({
      subject: `booking-${user}`,
      user,
      class: 'class',
      from: '2026-01-01',
      role: user === 'child' ? ('student' as const) : ('teacher' as const),
    })),
  }
  answer = await createCoursePeer(issuer, registration, people, () => rosters)
  const author = await logInAtProvider('mill', 'scheme', 'User name', 'office', 1440)
  await importScheme(author)
  expect(await server.rungs('roster', 'mill')).toContain('The rosters of mill are read')
  // the running server imports them at its next round
  await expect
    .poll(async () => (JSON.parse(await server.rungs('client', 'show', 'mill', '--json')) as { clubs: number }).clubs, {
      timeout: 120_000,
      interval: 1_000,
    })
    .toBe(1)
  const coach = await logInAtProvider('mill', 'coach', 'User name', 'anna', 390)
  await reloadUntil(coach, coach.getByRole('link', { name: 'Minnows' }).first())
  await markFirst(coach)
  expect(problems).toEqual([])
})
