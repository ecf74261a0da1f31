import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inTenant } from '#server/platform/tenancy.ts'
import { ChromiumProcess } from '../chromium-process.ts'
import { freeServerPort } from '../free-server-port.ts'
import { MovingAddress } from './moving-address.ts'
import { CLIENT, COACH, PASSWORD } from './proof-club.ts'
import { between, pick, seeded } from './random.ts'
import { report, type ProofOptions, type Report } from './report.ts'
import { withProofSetup, type ProofSetup } from './proof-setup.ts'
import { until } from './until.ts'
import { buildWeb } from '../../scripts/build.mjs'

/** The labels of the grades 0 to 3. */
const GRADE_LABELS = ['N/A', 'Fair', 'Good', 'Pass']
const SKILLS = 10
/** The most grades that the coach taps in one round. */
const MAX_TAPS = 3

interface Tap {
  member: string
  node: string
  grade: number
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(COACH)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the portal and logs in again when the killed browser has lost its session; returns whether it had. */
async function openPortal(page: Page, url: string): Promise<boolean> {
  await page.goto(url)
  const login = page.getByLabel('E-mail')
  await login
    .or(page.getByRole('link', { name: 'Dolphins' }))
    .first()
    .waitFor()
  if (!(await login.isVisible())) return false
  await logIn(page)
  await page.getByRole('link', { name: 'Dolphins' }).first().waitFor()
  return true
}

/** How often the mark of each tap is in the history. */
async function storedTimes(setup: ProofSetup, taps: readonly Tap[]): Promise<number[]> {
  const { rows } = await inTenant(setup.db, CLIENT, 'read', (tx) =>
    tx.query<{ mark: string; times: number }>(
      `SELECT concat_ws(' ', member_id, node_id, grade) AS mark, count(*)::int AS times FROM assessments GROUP BY 1`,
    ),
  )
  const times = new Map(rows.map((row) => [row.mark, row.times]))
  return taps.map((tap) => times.get(`${tap.member} ${tap.node} ${tap.grade}`) ?? 0)
}

/**
 * One round: a coach who cannot reach the server taps grades for one child, and the screen says that they are saved.
 * Chromium is killed, and opened again with the same profile when the server can be reached. Each mark must be stored
 * once. In even rounds the tablet has no network, in odd ones the server is not running. The network fails between the
 * two processes: what the browser itself withholds by its debugger may be sent at the moment when it is killed.
 */
export async function proveBrowserKill(options: ProofOptions): Promise<Report> {
  if (!buildWeb()) throw new Error('the portals were not built')
  const profile = await mkdtemp(join(tmpdir(), 'rungs-profile-'))
  let chromium: ChromiumProcess | null = null
  try {
    return await report('browser-kill', options, (findings) =>
      // one child for each round
      withProofSetup({ members: options.rounds, levels: 1, skills: SKILLS }, async (setup) => {
        const random = seeded(options.seed)
        const network = new MovingAddress(setup.server.port)
        const port = await network.listen()
        const coachUrl = (path: string) => `http://coach.${CLIENT}.localhost:${port}${path}`
        const allTaps: Tap[] = []
        let [kills, lostLogins] = [0, 0]
        const open = async (): Promise<Page> => {
          chromium = await ChromiumProcess.open(profile)
          return chromium.context.newPage()
        }
        try {
          // the first visit, with network, loads everything onto the tablet
          const first = await open()
          await first.goto(coachUrl('/'))
          await first.getByRole('button', { name: 'Decline' }).click()
          await logIn(first)
          await first.getByRole('link', { name: 'Dolphins' }).first().waitFor()
          await first.getByRole('button', { name: /^Up to date/ }).waitFor()
          await chromium?.close()

          for (let round = 0; round < options.rounds; round++) {
            const page = await open()
            if (await openPortal(page, coachUrl('/member-groups'))) lostLogins++
            await page.getByRole('link', { name: 'Dolphins' }).first().click()
            await page.getByRole('link', { name: `Child ${round + 1} Morgan`, exact: true }).click()
            await page.getByRole('group', { name: 'skill-1', exact: true }).waitFor()
            await page.getByRole('button', { name: /^Up to date/ }).waitFor()
            if (round % 2 === 0) network.moveTo(await freeServerPort())
            else await setup.server.kill('SIGKILL')

            // taps that the tablet cannot send
            const taps = Array.from({ length: between(random, 1, MAX_TAPS) }, (_, index): Tap & { skill: string } => {
              const skill = (round + index) % SKILLS
              const node = setup.club.nodes[skill] ?? ''
              const grade = pick(random, [1, 2, 3])
              return { member: setup.club.members[round] ?? '', node, grade, skill: `skill-${skill + 1}` }
            })
            for (const [index, tap] of taps.entries()) {
              const grades = page.getByRole('group', { name: tap.skill, exact: true })
              await grades.getByRole('button', { name: GRADE_LABELS[tap.grade] ?? '', exact: true }).click()
              await page
                .locator('output.saved')
                .filter({ hasText: new RegExp(`^Saved on this tablet.*\\b${index + 1} changes? waits? to be sent`) })
                .waitFor()
            }

            await chromium?.kill()
            kills++
            allTaps.push(...taps)
            const sentEarly = (await storedTimes(setup, taps)).filter((times) => times > 0).length
            if (sentEarly > 0)
              findings.faults.push(`round ${round}: ${sentEarly} marks reached the server without network`)
            network.moveTo(setup.server.port)
            if (!setup.server.isRunning) await setup.server.start()

            // the same profile, with network again
            if (await openPortal(await open(), coachUrl('/member-groups'))) lostLogins++
            await until('the marks have arrived', async () => (await storedTimes(setup, taps)).every((t) => t > 0), {
              withinMs: 30_000,
              everyMs: 50,
            }).catch(async () => {
              const times = await storedTimes(setup, taps)
              const lost = taps.filter((_, index) => times[index] === 0)
              const lostMarks = lost.map(({ member, node, grade }) => `${member}${node}=${grade}`)
              findings.faults.push(`round ${round}: lost ${lostMarks.join(', ')}`)
            })
            await chromium?.close()
          }
          const times = await storedTimes(setup, allTaps)
          const [lost, doubled] = [times.filter((t) => t === 0).length, times.filter((t) => t > 1).length]
          if (doubled > 0) findings.faults.push(`${doubled} marks stand more than once in the history`)
          Object.assign(findings.figures, {
            kills,
            'marks said saved': allTaps.length,
            lost,
            doubled,
            'logins lost': lostLogins,
          })
        } finally {
          await chromium?.kill()
          await network.close()
        }
      }),
    )
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
