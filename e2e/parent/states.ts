import type { Page, Route } from 'playwright-core'
import type { Member } from '#contract/assessment/linked-member.ts'

/** A family as the server might return it. Tests replace that one answer; everything else is the running product. */
export interface FamilyState {
  name: string
  /** Makes the family from the demo's children. */
  family: (members: readonly Member[]) => Member[]
  /** A text that the page must show. */
  shows: string
}

/** The fields of a child that no coach has graded yet. */
const ungraded = { progress: {}, scores: {}, awards: {}, assessments: { complete: {} } }
/** A family with Siân as the only child, with these fields changed. */
const onlySian = (members: readonly Member[], change: Partial<Member>): Member[] =>
  members.filter((member) => member.firstname === 'Siân').map((member) => ({ ...member, ...change }))

/** Two moments, in seconds since 1970: a level is passed, and taken back 23 days later. */
const [PASSED_TS, ENDED_TS] = [1_760_000_000, 1_762_000_000]
const LONG_NAME = 'Bartholomew-Llanfairpwllgwyngyllgogerychwyrndrobwy'
/** The result of a manual pass (1) or of a revoked level (-1). */
const manualPass = (grade: number) => ({ grade, pass: 1, ts: PASSED_TS, since: grade > 0 ? PASSED_TS : null })

export const states: readonly FamilyState[] = [
  { name: 'no child', family: () => [], shows: 'You have the membership card' },
  {
    name: 'inactive child',
    family: (all) => onlySian(all, { status: 'inactive', groups: [] }),
    shows: 'not an active member',
  },
  {
    name: 'just linked',
    family: (all) => onlySian(all, { ...ungraded, groups: [] }),
    shows: 'in no group with a scheme',
  },
  {
    name: 'no scheme',
    family: (all) =>
      all
        .filter((member) => member.firstname === 'Siân')
        .map((member) => ({
          ...member,
          ...ungraded,
          groups: (member.groups ?? []).map((group) => ({ ...group, scheme_slug: null, levels: [] })),
        })),
    shows: 'in no group with a scheme',
  },
  { name: 'nothing graded', family: (all) => onlySian(all, ungraded), shows: '0 done' },
  // as the demo has her
  { name: 'one skill short', family: (all) => onlySian(all, {}), shows: '1 skill to go' },
  {
    name: 'all passed',
    family: (all) =>
      all
        .filter((member) => member.firstname === 'Siân')
        .map((member) => ({
          ...member,
          groups: (member.groups ?? []).map((group) => ({ ...group, levels: ['/stage-4'] })),
          scores: { swim: { ...member.scores?.['swim'], '/stage-4/manual': manualPass(1) } },
        })),
    shows: 'Passed',
  },
  {
    name: 'just revoked',
    family: (all) =>
      all
        .filter((member) => member.firstname === 'Siân')
        .map((member) => ({
          ...member,
          groups: (member.groups ?? []).map((group) => ({ ...group, levels: ['/stage-3'] })),
          scores: { swim: { ...member.scores?.['swim'], '/stage-3/manual': manualPass(-1) } },
          ended_awards: [
            {
              scheme_slug: 'swim',
              node_id: '/stage-3',
              title: 'Stage 3',
              completed_ts: PASSED_TS,
              ended_ts: ENDED_TS,
            },
          ],
        })),
    shows: 'removed',
  },
  {
    name: 'twelve children',
    family: (all) =>
      Array.from({ length: 12 }, (_, n) => all[n % all.length])
        .filter((member) => member !== undefined)
        .map((member, n) => ({ ...member, uuid: crypto.randomUUID(), firstname: `${member.firstname} ${n + 1}` })),
    // the family repeats every three children, and the last Siân is the eleventh child
    shows: 'Siân 11',
  },
  {
    name: 'very long names',
    family: (all) =>
      onlySian(all, {
        firstname: LONG_NAME,
        lastname: LONG_NAME,
        // with two clubs, because an only club is not named
        owners: [
          { id: 'a', name: LONG_NAME, logo: null },
          { id: 'b', name: 'Harbour', logo: null },
        ],
      }),
    shows: LONG_NAME,
  },
]

/** The children as the server last returned them to the page. */
export async function lastFamily(page: Page): Promise<Member[]> {
  const storedReply = `caches.open('rungs-seen').then((c) => c.match('/seen/members')).then((r) => r.json())`
  return ((await page.evaluate(storedReply)) as { data: Member[] }).data
}

/** Makes the page get a family in this state from its next load on; `realFamily` is what the server returned. */
export async function show(page: Page, state: FamilyState, realFamily: readonly Member[]): Promise<void> {
  await page.unroute('**/v1/users/*/members?*')
  await page.route('**/v1/users/*/members?*', async (route: Route) => {
    // without the request's id, the portal takes a reply for another server's, such as a hotel's sign-in page
    const headers = { 'x-request-id': route.request().headers()['x-request-id'] ?? '' }
    await route.fulfill({ json: state.family(realFamily), headers })
  })
}
