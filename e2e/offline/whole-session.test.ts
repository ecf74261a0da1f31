import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Assessment } from '#contract/assessment/assessments.ts'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import type { Change, ChangesReply, CoachMember } from '#contract/assessment/sync.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { ChromiumProcess } from '../chromium-process.ts'
import { call, RunningServer } from '../running-server.ts'
import { outbox, waitingKinds, waitUntilCached } from './device.ts'
import { TabletNetwork } from './tablet-network.ts'

const PLAN_TITLE = 'Floating with the quiet ones'
const NOTE = 'Nervous in deep water, hold hands at first'
/** The children to whom Anna gives a manual pass. */
const PASSED = ["Beca O'Connor", 'Zofia Wójcik']

let server: RunningServer
let network: TabletNetwork
/** The port of `network`. */
let port: number
/** The folder of the tablet's browser data, which outlives the browser. */
let profile: string
let tablet: ChromiumProcess | null = null

const coachUrl = (path = '/') => `http://coach.aquila.localhost:${port}${path}`

beforeAll(async () => {
  server = await RunningServer.from(inject('prepared'))
  await server.start()
  network = new TabletNetwork(server.port)
  port = await network.listen()
  profile = await mkdtemp(join(tmpdir(), 'rungs-session-'))
})
afterAll(async () => {
  await tablet?.kill()
  network.close()
  await server.stop()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

async function openTablet(): Promise<Page> {
  tablet = await ChromiumProcess.open(profile)
  return newTab()
}

async function newTab(): Promise<Page> {
  if (!tablet) throw new Error('no browser is open')
  const page = await tablet.context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

async function logIn(login: string): Promise<{ token: string; user: string; club: string }> {
  const body = { client_id: 'aquila', type: 'coach', email: `${login}@aquila.example`, password: DEMO_PASSWORD }
  const { token } = (await call(server, 'coach', '/v1/auth/login', { body })).body as LoginReply
  const me = (await call(server, 'coach', '/v1/me', { token })).body as { uuid: string; club: { id: string } }
  return { token, user: me.uuid, club: me.club.id }
}

/** All rows that the server gives a coach in a full load. */
async function fullLoad({ token, club }: { token: string; club: string }): Promise<Change[]> {
  const all: Change[] = []
  for (let cursor = ''; ;) {
    const query = new URLSearchParams({ cursor, club_id: club })
    const page = (await call(server, 'coach', `/v1/sync/changes?${query.toString()}`, { token })).body as ChangesReply
    all.push(...page.changes)
    if (!page.more) return all
    cursor = page.cursor
  }
}

/** All marks of these members, each as one line: member, node, grade, author and operation. */
async function marksOf(token: string, members: readonly CoachMember[]): Promise<string[]> {
  const histories = members.map(async ({ uuid }) => {
    const path = `/v1/members/${uuid}/assessments?page=0&per_page=100`
    const marks = (await call(server, 'coach', path, { token })).body as Assessment[]
    return marks.map((mark) => [uuid, mark.node_id, mark.grade, mark.author_uuid, mark.op_id].join(' '))
  })
  return (await Promise.all(histories)).flat()
}

const waitUntilUpToDate = (page: Page) => page.getByRole('button', { name: /^Up to date/ }).waitFor()
/** Waits until this many operations of each kind wait in the outbox. */
const waitForQueue = (page: Page, kinds: Record<string, number>) =>
  expect.poll(() => waitingKinds(page)).toMatchObject(kinds)

/** Opens the group Dolphins and there the page of this link: a tool or a member. */
async function openInGroup(page: Page, link: string): Promise<void> {
  await page.goto(coachUrl('/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await page.getByRole('link', { name: link }).first().click()
}

async function switchTo(page: Page, name: string, pin: string): Promise<void> {
  await page.goto(coachUrl('/switch-user'))
  await page.getByRole('button', { name: new RegExp(name) }).click()
  // the last digit sends the PIN
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.waitForURL(coachUrl('/member-groups'))
  await page.getByRole('heading', { name: 'Dolphins' }).waitFor()
}

/** A grade that a coach gives in the grid. */
interface Tap {
  row: number
  column: number
  grade: number
  /** The grade's label. */
  label: string
}

interface Skill {
  id: string
  /** Labels of its grades. */
  labels: readonly string[]
}

const cell = (page: Page, { row, column }: Pick<Tap, 'row' | 'column'>) =>
  page.locator(`[data-cell="${row}-${column}"]`)

/** Gives cells of the grid another grade than they show, so that each tap is a change, but never a pass. */
async function markGrid(page: Page, skills: readonly Skill[], cells: readonly Omit<Tap, 'grade' | 'label'>[]) {
  const taps: Tap[] = []
  for (const position of cells) {
    const gridCell = cell(page, position)
    await gridCell.click()
    const { labels = [] } = skills[position.column] ?? {}
    const grade = (await gridCell.textContent()) === labels[1] ? 0 : 1
    const label = labels[grade] ?? ''
    await page.keyboard.press(String(grade))
    await expect.poll(() => gridCell.textContent()).toBe(label)
    taps.push({ ...position, grade, label })
  }
  return taps
}

async function openGrid(page: Page): Promise<void> {
  await openInGroup(page, 'Grid')
  await page.getByRole('grid', { name: 'Marks of Stage 4' }).waitFor()
}

/** Gives the member a manual pass of Stage 4. */
async function passStage4(page: Page, name: string): Promise<void> {
  await openInGroup(page, name)
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
  await page.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pass Stage 4' }).click()
  await page.getByText(/has passed Stage 4, by the coach’s decision/).waitFor()
}

test('a whole session without network, with two tabs, a killed browser and a second coach, is complete on the server in the end', async () => {
  const anna = await logIn('coach')
  const dewi = await logIn('coach2')

  // what the server has before the session: the group's children, the skills of the grid and all marks
  const rowsBefore = await fullLoad(anna)
  const dolphins = rowsBefore.find((row) => row.kind === 'group' && row.data?.name === 'Dolphins')?.key
  const members = rowsBefore.flatMap((row) => (row.kind === 'member' && row.data ? [row.data] : []))
  const inGroup = new Set(
    rowsBefore.flatMap((row) =>
      row.kind === 'group_member' && row.data && row.data.groupId === dolphins ? [row.data.memberUuid] : [],
    ),
  )
  const children = members.filter(({ uuid }) => inGroup.has(uuid))
  expect(children).toHaveLength(8)
  const scheme = (await call(server, 'coach', '/v1/curriculum/swim', { token: anna.token })).body as Curriculum
  const skills = skillsOf(scheme)
  const marksBefore = new Set(await marksOf(anna.token, children))

  // both coaches have used the tablet with network before
  let page = await openTablet()
  await page.goto(coachUrl())
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('E-mail').fill('coach@aquila.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await waitUntilUpToDate(page)
  // the PINs are those of the demo
  for (const [name, pin] of [
    ['Dewi Lloyd', '1357'],
    ['Anna Pritchard', '2468'],
  ] as const) {
    await switchTo(page, name, pin)
    await waitUntilUpToDate(page)
    await waitUntilCached(page, '/seen/curriculum%2Fen-GB%2Fswim')
  }
  await tablet?.close()
  network.cut()

  // a cold start without network: the register, a note, a badge and a plan
  page = await openTablet()
  await openInGroup(page, 'Register')
  await page.getByRole('button', { name: 'All present' }).click()
  await page.getByText('8 here, 0 absent').waitFor()
  await page.getByRole('button', { name: /: Amara Okafor$/ }).click()
  await page.getByText('7 here, 1 absent').waitFor()
  // eight children, and Amara once more
  await waitForQueue(page, { attendance: 9 })
  await openInGroup(page, 'Kofi Mensah')
  await page.getByRole('button', { name: /note on Kofi Mensah/ }).click()
  await page.getByLabel('What other coaches should know').fill(NOTE)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The note is saved.').waitFor()
  await openInGroup(page, 'Badges')
  await page.getByRole('button', { name: 'Amara Okafor, Stage 1' }).click()
  await waitForQueue(page, { note: 1, badge: 1 })
  await page.goto(coachUrl('/planning/swim'))
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByLabel('Name of the plan').fill(PLAN_TITLE)
  await page.getByRole('button', { name: 'Groups' }).click()
  await page.getByRole('checkbox', { name: /^Dolphins/ }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .locator('.plan-dock')
    .getByText(/^Saved on this tablet/)
    .waitFor()
  await waitForQueue(page, { plan_group: 1 })

  // two manual passes, then marks in the grid, partly in a second tab
  for (const [index, name] of PASSED.entries()) {
    await passStage4(page, name)
    // a mark is shown before it is on disk, and what follows leaves the page
    await waitForQueue(page, { mark: index + 1 })
  }
  // 60 cells of the grid, row by row: Anna marks 20 and 16 in two tabs and 4 after the crash, Dewi the last 20
  const cells = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: row < 4 ? 8 : 7 }, (_none, column) => ({ row, column })),
  ).flat()
  expect(cells).toHaveLength(60)
  await openGrid(page)
  const rows = await page.getByRole('rowheader').locator('.name').allTextContents()
  const annasTaps = await markGrid(page, skills, cells.slice(0, 20))
  const secondTab = await newTab()
  await openGrid(secondTab)
  annasTaps.push(...(await markGrid(secondTab, skills, cells.slice(20, 36))))
  const [lastTap] = annasTaps.slice(-1)
  if (!lastTap) throw new Error('nothing was marked')
  await expect.poll(() => cell(page, lastTap).textContent()).toBe(lastTap.label)
  const waitingCount = async (tab: Page) => (await outbox(tab))['pending'] ?? 0
  // the two passes and 36 cells
  await waitForQueue(secondTab, { mark: 38 })
  const savedCount = await waitingCount(secondTab)
  await tablet?.kill()

  // all saved work is there after a browser crash and a reload, and Anna continues
  page = await openTablet()
  await openGrid(page)
  await page.reload()
  await page.getByRole('grid', { name: 'Marks of Stage 4' }).waitFor()
  expect(await waitingCount(page)).toBe(savedCount)
  await expect.poll(() => cell(page, lastTap).textContent()).toBe(lastTap.label)
  annasTaps.push(...(await markGrid(page, skills, cells.slice(36, 40))))
  await waitForQueue(page, { mark: 42 })

  // Dewi takes the tablet over without network
  await switchTo(page, 'Dewi Lloyd', '1357')
  await openGrid(page)
  const dewisTaps = await markGrid(page, skills, cells.slice(40))
  await waitForQueue(page, { mark: 62 })

  // the network returns: Dewi's changes are sent at once, and Anna's when Anna is back on the tablet
  network.mend()
  await page.reload()
  // what Anna had saved before the browser was killed, and her four cells afterwards
  await expect.poll(() => waitingCount(page)).toBe(savedCount + 4)
  await switchTo(page, 'Anna Pritchard', '2468')
  await expect.poll(() => waitingCount(page)).toBe(0)
  await waitUntilUpToDate(page)
  expect((await outbox(page))['dead']).toBeUndefined()

  // the marks of both coaches, with their authors
  const uuidOf = (name: string | undefined) =>
    children.find(({ firstname, lastname }) => `${firstname} ${lastname}` === name)?.uuid
  const marksOfTaps = (taps: readonly Tap[], author: string) =>
    taps.map(({ row, column, grade }) => [uuidOf(rows[row]), skills[column]?.id, grade, author].join(' '))
  const passes = PASSED.map((name) => [uuidOf(name), '/stage-4/manual', 1, anna.user].join(' '))
  const newMarks = (await marksOf(anna.token, children)).filter((mark) => !marksBefore.has(mark))
  const withoutOperation = newMarks.map((mark) => mark.split(' ').slice(0, -1).join(' '))
  expect(withoutOperation.sort()).toEqual(
    [...marksOfTaps(annasTaps, anna.user), ...marksOfTaps(dewisTaps, dewi.user), ...passes].sort(),
  )

  // Anna's attendance and badge, which are both rows of the kind `register`
  const rowsAfter = await fullLoad(dewi)
  const entriesAfter = rowsAfter.flatMap((row) => (row.kind === 'register' && row.data ? [row.data] : []))
  const entriesBefore = new Set(
    rowsBefore.flatMap((row) => (row.kind === 'register' && row.data ? [JSON.stringify(row.data)] : [])),
  )
  const annasEntries = entriesAfter.filter(
    (entry) => entry.authorUuid === anna.user && !entriesBefore.has(JSON.stringify(entry)),
  )
  const firstnameOf = (uuid: string) => children.find((child) => child.uuid === uuid)?.firstname
  expect(
    annasEntries.map(({ kind, memberUuid, value }) => `${kind} ${firstnameOf(memberUuid)} ${String(value)}`).sort(),
  ).toEqual(
    [
      ...children.map(({ firstname }) => `attendance ${firstname} ${firstname === 'Amara' ? 'absent' : 'present'}`),
      'badge Amara true',
    ].sort(),
  )

  // the note and the plan
  const childrenWithNote = rowsAfter.flatMap((row) =>
    row.kind === 'member' && row.data?.note === NOTE ? [row.data.firstname] : [],
  )
  expect(childrenWithNote).toEqual(['Kofi'])
  const planIds = rowsAfter.flatMap((row) =>
    row.kind === 'plan' && row.data?.content.title === PLAN_TITLE ? [row.data.uuid] : [],
  )
  expect(planIds).toHaveLength(1)
  const plansOfGroups = rowsAfter.flatMap((row) => (row.kind === 'plan_group' && row.data ? [row.data] : []))
  expect(plansOfGroups.filter(({ planUuid }) => planUuid === planIds[0]).map(({ groupId }) => groupId)).toEqual([
    dolphins,
  ])
})

/** The skills of Stage 4 in the order of the grid. */
function skillsOf({ tree, grades }: Curriculum): Skill[] {
  const skillsBelow = (nodes: Curriculum['tree']): Curriculum['tree'] =>
    nodes.flatMap((node) => (node.t === 's' ? [node] : skillsBelow(node.children)))
  return skillsBelow(tree.filter(({ id }) => id === '/stage-4')).map(({ id, grade }) => ({
    id,
    labels: grades.find((scale) => scale.grade === grade)?.labels ?? [],
  }))
}
