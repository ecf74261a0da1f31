import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { CopyEditsReply, ReleasePlan } from '#contract/curriculum/working-copy.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { call } from '../running-server.ts'
import { outbox } from './device.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

const MOVED = 'Backstroke, 10 m'
const DELETED = 'Front crawl, 10 m'
const REGRADED = 'Tread water, 30 s'
const CHILD = 'Amara Okafor'
const THREE_DAYS_MS = 3 * 86_400_000

startServerAndBrowser()

let tablet: Page
const watch = new Watch()

beforeAll(async () => {
  tablet = (await visit(browser, server, 'coach', 'coach', watch, 820)).page
  await tablet.getByRole('button', { name: /^Up to date/ }).waitFor()
})

async function openChild(level: string): Promise<void> {
  await tablet.getByRole('link', { name: 'Dolphins' }).first().click()
  await tablet.getByRole('link', { name: CHILD }).click()
  await tablet.getByRole('button', { name: level, exact: true }).click()
}

const pressed = (skill: string) => grades(skill).getByRole('button', { pressed: true })
const grades = (skill: string) => tablet.getByRole('group', { name: skill, exact: true })

/** Gives a skill another grade than it has; returns the grade's label. */
async function giveAnother(skill: string): Promise<string> {
  const good = grades(skill).getByRole('button', { name: 'Good', exact: true })
  const label = (await good.getAttribute('aria-pressed')) === 'true' ? 'Fair' : 'Good'
  const button = grades(skill).getByRole('button', { name: label, exact: true })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  return label
}

/** Moves, deletes and regrades a skill of Stage 4 in a working copy, and releases it. */
async function restructure(): Promise<void> {
  const login = { client_id: 'aquila', type: 'ngo', email: 'scheme@aquila.example', password: DEMO_PASSWORD }
  const { token } = (await call(server, 'scheme', '/v1/auth/login', { body: login })).body as LoginReply
  const asAuthor = async (path: string, body?: object) => {
    const reply = await call(server, 'scheme', `/v1/curriculum/swim${path}`, { token, ...(body ? { body } : {}) })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body
  }
  const { nodes } = nodesWithDefaults((await asAuthor('?raw=1')) as RawCurriculum)
  const idOf = (title: string) =>
    nodes.find((node) => node.parentId === '/stage-4' && node.title['en'] === title)?.id ?? title
  const edits: Edit[] = [
    { do: 'move', ids: [idOf(MOVED)], parentId: '/stage-5', before: null },
    { do: 'remove', ids: [idOf(DELETED)] },
    { do: 'set', id: idOf(REGRADED), set: { grade: 1 } },
  ]
  const { copy } = (await asAuthor('/working-copy/edits', { copy: null, base: 0, edits })) as CopyEditsReply
  const plan = (await asAuthor('/working-copy/plan', { copy, keep_live: [] })) as ReleasePlan
  expect(plan).toMatchObject({ conflicts: [], left_out: [], refused: null })
  await asAuthor('/working-copy/release', { copy, revision: plan.revision, keep_live: [] })
}

test('a tablet that was offline for three days across a release loses no mark, and says which skill is gone', async () => {
  await openChild('Stage 4')
  await tablet.context().setOffline(true)
  // the marks are three days old when the tablet is back
  await tablet.evaluate(`globalThis.realNow = Date.now; Date.now = () => globalThis.realNow() - ${THREE_DAYS_MS}`)
  const moved = await giveAnother(MOVED)
  const deleted = await giveAnother(DELETED)
  const regraded = await giveAnother(REGRADED)
  await expect.poll(() => outbox(tablet)).toMatchObject({ pending: 3 })
  await tablet.evaluate('Date.now = globalThis.realNow')

  await restructure()
  await tablet.context().setOffline(false)
  // two are on the server; the third waits for the coach
  await expect.poll(() => outbox(tablet)).toMatchObject({ dead: 1 })
  await expect.poll(() => outbox(tablet)).not.toHaveProperty('pending')
  await tablet.getByRole('button', { name: /1 change was not accepted/ }).click()
  const letter = tablet.getByRole('listitem').filter({ hasText: 'Not accepted' })
  // by its former title, and its grade by what it was called
  await letter.getByText(`Not accepted: ${CHILD}, ${DELETED}: ${deleted}`, { exact: true }).waitFor()
  await letter.getByText('This skill was removed from the curriculum since.').waitFor()
  expect(await violations(tablet)).toEqual([])

  // the moved skill has its mark where it is now, and the deleted one is nowhere
  await tablet.goto(server.url('coach', '/member-groups'))
  await openChild('Stage 5')
  const kept = grades(MOVED).getByRole('button', { name: moved, exact: true })
  await expect.poll(() => kept.getAttribute('aria-pressed')).toBe('true')
  await tablet.getByRole('button', { name: 'Stage 4', exact: true }).click()
  // the regraded skill is a tick now, which nobody has given; its mark stays what it was called
  await tablet.getByText(`Marked “${regraded}” on the scale that this skill had before`).waitFor()
  expect(await pressed(REGRADED).count()).toBe(0)
  for (const skill of [MOVED, DELETED]) expect(await grades(skill).count()).toBe(0)
  // the browser logs that it could not reach the server
  watch.forget(/ERR_INTERNET_DISCONNECTED/)
  expect(watch.problems).toEqual([])
})
