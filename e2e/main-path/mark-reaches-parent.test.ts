import type { Page } from 'playwright-core'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { ChangesReply, PushReply } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { AWARD_AFTER_MS } from '#server/assessment/awards/parents-awards.ts'
import { newOperation } from '#server/assessment/sync/new-operation.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../accessible.ts'
import { visit, Watch, type Visit } from '../browser.ts'
import { overflowWithLongWords } from '../long-words.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

startServerAndBrowser()

let coach: Visit
let parent: Visit
const watch = new Watch()

/**
 * The longest time until an open page shows a change by itself. The bench `live` measures how long it takes on an idle
 * machine.
 */
const SHOWN_WITHIN_MS = 20_000
/** After this time an award is due. Until then the page must have shown that there is none yet, also on a busy machine. */
const AWARD_DUE_IN_MS = 20_000

beforeAll(async () => {
  parent = await visit(browser, server, 'parent', 'parent', watch)
  // a clock that the test controls, so that it can let minutes pass on the open page
  await parent.page.clock.install()
  await parent.page.reload()
  coach = await visit(browser, server, 'coach', 'coach', watch)
  await coach.page.getByRole('heading', { name: 'Dolphins' }).waitFor()
})

const child = (name: string) => parent.page.getByRole('article', { name })
/** The child's award of Stage 4 that counts; the history still lists awards that were taken back. */
const award = (name: string) =>
  parent.page.getByText(`${name}, Stage 4`, { exact: true }).and(parent.page.locator(':not(.ended *)'))
/** All awards of Stage 4 that the page names, also those that were taken back. */
const awardTexts = () => parent.page.getByText(/, Stage 4$/).allTextContents()

/**
 * Passes the last skill of the child's Stage 4 as a tablet that sends a mark so old that its award is due in `dueInMs`.
 */
async function pushFromTablet(firstname: string, dueInMs: number): Promise<void> {
  const login = await call(server, 'coach', '/v1/auth/login', {
    body: { client_id: 'aquila', type: 'coach', email: 'coach@aquila.example', password: DEMO_PASSWORD },
  })
  const { token } = login.body as LoginReply

  // what the tablet has loaded: all pages of changes, from the first one on
  const changes: ChangesReply['changes'] = []
  for (let cursor = '', more = true; more;) {
    const page = (await call(server, 'coach', `/v1/sync/changes?cursor=${cursor}`, { token })).body as ChangesReply
    changes.push(...page.changes)
    ;({ cursor, more } = page)
  }
  const group = changes.flatMap((row) => (row.kind === 'group' && row.data?.name === 'Dolphins' ? [row.data] : []))[0]
  const member = changes.flatMap((row) =>
    row.kind === 'member' && row.data?.firstname === firstname && row.data.lastname === "O'Connor" ? [row.data] : [],
  )[0]
  if (!group || !member) throw new Error(`the demo has no Dolphins with ${firstname}`)
  // the field `sub` of an access token is JSON itself
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }

  const deviceId = crypto.randomUUID()
  // counted from here, because what the tablet has loaded takes a slow machine seconds
  const ms = Date.now() - AWARD_AFTER_MS + dueInMs
  const payload: MarkPayload = {
    memberUuid: member.uuid,
    groupId: group.id,
    groupNgoId: null,
    schemeSlug: 'swim',
    schemeNodeId: '/stage-4/backstroke-10-m',
    assessmentGrade: 3,
    assessmentPassGrade: 3,
    assessmentDate: localDate(ms, 'Europe/London'),
    timestamp: Math.floor(ms / 1000),
  }
  const author = (JSON.parse(claims.sub) as { user_uuid: string }).user_uuid
  const lane = markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId)
  // the tablet has seen what others marked since, so its stamp is newer than theirs
  const origin = { club: group.club_id, author, deviceId, seq: 1, ms: Date.now() }
  const mark = newOperation(origin, { kind: 'mark', lane, payload })
  const reply = await call(server, 'coach', '/v1/sync/push', { token, body: { deviceId, operations: [mark] } })
  expect((reply.body as PushReply).outcomes).toMatchObject([{ outcome: 'applied' }])
}

/** Opens the page of a skill: from the first skill of the group it goes on to the next until this one is shown. */
async function openSkill(page: Page, title: string): Promise<void> {
  await page.goto(server.url('coach', '/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'By skill' }).click()
  const heading = page.locator('.who h2')
  for (let shown = ''; shown !== title;) {
    if (shown !== '') await page.getByRole('button', { name: 'Next skill' }).click()
    // waits for the first title, and then each time for another one than before
    await heading.filter({ hasNotText: shown === '' ? /^$/ : shown }).waitFor()
    shown = (await heading.textContent()) ?? ''
  }
}

async function openMember(page: Page, name: string): Promise<void> {
  await page.goto(server.url('coach', '/member-groups'))
  await page.getByRole('link', { name: 'Dolphins' }).first().click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Stage 4', exact: true }).click()
}

/** What the parent page says of a level that is passed, but whose award it does not show yet. */
const readyToPass = (name: string) => child(name).getByText('Ready for the coach’s pass')
const answerQuestion = async (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

// in the demo Siân and Beca lack the same skill of Stage 4: Backstroke, 10 m
describe('when a coach passes the last missing skill of a level for two children,', () => {
  let awardsBefore: string[]

  test('a parent page that was open all the time shows the skill by itself, and no award before 15 minutes', async () => {
    await child('Siân').getByText('1 skill to go').waitFor()
    await child('Beca').getByText('1 skill to go').waitFor()
    awardsBefore = await awardTexts()

    await openSkill(coach.page, 'Backstroke, 10 m')
    for (const name of ["Siân O'Connor", "Beca O'Connor"]) {
      await coach.page.getByRole('group', { name }).getByRole('button', { name: 'Pass' }).click()
    }

    await Promise.all(['Siân', 'Beca'].map((name) => readyToPass(name).waitFor({ timeout: SHOWN_WITHIN_MS })))
    await coach.page.getByText('Siân has passed Stage 4').waitFor()
    expect(await award('Siân').count()).toBe(0)
  })

  test('undo takes both passes back, one after the other, and parents see no award of them', async () => {
    await coach.page.getByRole('button', { name: 'Undo' }).click()
    await readyToPass('Beca').waitFor({ state: 'detached', timeout: SHOWN_WITHIN_MS })
    expect(await readyToPass('Siân').count()).toBe(1)
    await coach.page.getByRole('button', { name: 'Undo' }).click()
    await child('Siân').getByText('1 skill to go').waitFor({ timeout: SHOWN_WITHIN_MS })
    expect(await awardTexts()).toEqual(awardsBefore)
    expect(awardsBefore.filter((text) => /Siân|Beca/.test(text))).toEqual([])
  })

  test('marks that waited on a tablet for 15 minutes become awards as soon as the parent page asks the server again', async () => {
    // no event announces an award that is due, so it appears when the page asks the server again
    await pushFromTablet('Beca', AWARD_DUE_IN_MS)
    await readyToPass('Beca').waitFor({ timeout: SHOWN_WITHIN_MS })
    expect(await award('Beca').count()).toBe(0)
    const awardsAfterAMinute = async () => {
      await parent.page.clock.fastForward(60_000)
      return award('Beca').count()
    }
    await expect.poll(awardsAfterAMinute, { timeout: AWARD_DUE_IN_MS + SHOWN_WITHIN_MS }).toBeGreaterThan(0)
    await parent.page.getByRole('heading', { name: 'Beca passed Stage 4!' }).waitFor()
    await parent.page.getByText(/, with Anna Pritchard$/).waitFor()
  })
})

test('the coach’s own words about a level, written without network, are read by the parent, until they are removed', async () => {
  await openMember(coach.page, "Beca O'Connor")
  await coach.page.context().setOffline(true)
  const write = async (open: string, text: string) => {
    await coach.page.getByRole('button', { name: open }).click()
    await coach.page.getByLabel('Your own words about Stage 4').fill(text)
    expect(await violations(coach.page)).toEqual([])
    await coach.page.getByRole('button', { name: 'Save', exact: true }).click()
    await coach.page.getByText('The word to the family is saved.').first().waitFor()
  }
  await write('A word to the family', 'Beca helped the others on her way.')
  const words = parent.page.getByRole('figure').filter({ hasText: 'Beca helped the others on her way.' })
  expect(await words.count()).toBe(0)
  await coach.page.context().setOffline(false)
  // with the award in the list, and in the banner that celebrates it
  await expect.poll(() => words.count(), { timeout: SHOWN_WITHIN_MS }).toBe(2)
  expect(await words.first().textContent()).toContain('Anna')
  expect(await violations(parent.page)).toEqual([])
  await write('Change the word to the family', '')
  await words.first().waitFor({ state: 'detached', timeout: SHOWN_WITHIN_MS })
})

describe('on one child’s page,', () => {
  test('neither a manual pass nor taking it back shows parents anything at once', async () => {
    await openMember(coach.page, "Siân O'Connor")

    await coach.page.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
    await answerQuestion(coach.page, 'Pass Stage 4')
    await coach.page.getByText('Siân has passed Stage 4').waitFor()

    await coach.page.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
    await answerQuestion(coach.page, 'Remove the pass of Stage 4')
    await coach.page.getByRole('button', { name: /^Up to date/ }).waitFor()

    await child('Siân').getByText('1 skill to go').waitFor()
    expect(await awardTexts()).not.toContain('Siân, Stage 4')
  })

  test('a level passed by its marks can be revoked and given back', async () => {
    await coach.page.getByRole('group', { name: 'Backstroke, 10 m' }).getByRole('button', { name: 'Pass' }).click()
    await readyToPass('Siân').waitFor({ timeout: SHOWN_WITHIN_MS })
    await coach.page.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
    await answerQuestion(coach.page, 'Remove the pass of Stage 4')
    await coach.page.getByText('Siân has passed Stage 4').waitFor({ state: 'detached' })
    await coach.page.getByRole('button', { name: 'Pass Stage 4' }).click()
    await coach.page.getByText('Siân has passed Stage 4').waitFor()
    expect(await award('Siân').count()).toBe(0)
  })

  test('the marks are still there after a reload, read from the device and from the server', async () => {
    // a mark is shown before it is on disk, and the reload leaves the page
    await coach.page.getByRole('button', { name: /^Up to date/ }).waitFor()
    await coach.page.reload()
    await coach.page.getByRole('button', { name: 'Stage 4', exact: true }).click()
    await coach.page.getByText('Siân has passed Stage 4').waitFor()
    await coach.page.getByRole('button', { name: /^Up to date/ }).waitFor()
  })
})

describe('every screen of the path', () => {
  test('has no accessibility violation, on a phone and on a desktop', async () => {
    const allViolations: string[] = []
    for (const width of [390, 1440]) {
      for (const { page } of [coach, parent]) {
        await page.setViewportSize({ width, height: 900 })
        for (const violation of await violations(page)) allViolations.push(`${width} ${page.url()}: ${violation}`)
      }
    }
    expect(allViolations).toEqual([])
  })

  test('fits a phone of 320 px without scrolling sideways', async () => {
    for (const { page } of [coach, parent]) {
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBeLessThanOrEqual(320)
    }
    await parent.page.goto(server.url('parent', '/overview'))
    await parent.page.locator('.glance').waitFor()
    expect(await overflowWithLongWords(parent.page, /Beca|Backstroke/)).toBe(0)
    // brings the page's own words back
    await parent.page.reload()
  })

  test('can be used by keyboard: the Enter key gives a grade', async () => {
    await coach.page.setViewportSize({ width: 820, height: 1100 })
    await openMember(coach.page, "Beca O'Connor")
    // all skills of the level are passed
    await coach.page.getByText('10 skills done').press('Enter')
    const good = coach.page.getByRole('group', { name: 'Backstroke, 10 m' }).getByRole('button', { name: 'Good' })
    await good.focus()
    await coach.page.keyboard.press('Enter')
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')
  })

  test('logs nothing, breaks no content policy and requests no other origin', () => {
    // the browser logs each request that fails without network
    expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
