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
import type { PeerPerson } from '#demo/peers/person.ts'
import type { PeerRosters } from '#demo/peers/rosters.ts'
import { openBrowser, reloadUntil } from '../browser.ts'
import { addClub, addGroup, addMember, importScheme, markFirst, openPage, setFirstPassword } from '../new-client.ts'
import { RunningServer } from '../running-server.ts'

// A client whose users log in by e-mail address is made in e2e/scheme/first-client.test.ts; here are user names and a course provider.

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
}, 240_000)
afterAll(async () => {
  await browser.close()
  await server.stop()
  provider.closeAllConnections()
  provider.close()
  await rm(folder, { recursive: true, force: true })
})

const url = (client: string, portal: string, path: string) =>
  `http://${portal}.${client}.localhost:${server.port}${path}`
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
    redirectUris: ['parent', 'coach', 'club', 'scheme'].map((portal) => url(client, portal, '/redirect')),
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

test('a new client whose users log in by user name gets from nothing to a coach’s first mark', async () => {
  await server.rungs('client', 'create', 'weir', 'Weir Swim', '--domain', 'weir.localhost', '--login', 'username')
  /** Invites somebody, and opens the link that the command prints. */
  const invite = async (type: string, firstname: string, width: number, ...club: string[]) => {
    const login = firstname.toLowerCase()
    const printed = await server.rungs(
      'invite',
      'weir',
      type,
      `${login}@weir.example`,
      firstname,
      'Price',
      '--username',
      login,
      ...club,
      '--print-link',
    )
    const link = /http\S+/.exec(printed)?.[0] ?? ''
    const page = await openPage(browser, link, width, watch)
    await setFirstPassword(page, PASSWORD)
    return page
  }
  const author = await invite('ngo', 'Mair', 1440)
  await importScheme(author)
  await addClub(author, url('weir', 'scheme', '/clubs'))
  const admin = await invite('admin', 'Owain', 1440, '--club', 'Brook Pool')
  await addMember(admin, /* guardian */ null)
  await invite('coach', 'Anna', 390, '--club', 'Brook Pool')
  await admin.reload()
  await addGroup(admin)

  // on another device, by user name
  const coach = await logInHere('weir', 'coach', 'anna', 390)
  await markFirst(coach)
  expect(problems).toEqual([])
}, 240_000)

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
}, 240_000)
