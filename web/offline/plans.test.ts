import { describe, expect, test } from 'vitest'
import type { LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { AnyPlanPayload, PlanKind } from '#domain/assessment/commands/commands.ts'
import type { QueuedOperation } from './database.ts'
import { withPlanEdits } from './plans.ts'

const [ME, BEN, PLAN, GROUP] = ['me', 'ben', 'plan', 'group']
const content = (title: string) => ({ title, schemeSlug: 'swim', sections: [], reminder: '' })
const storedPlan = (change: Partial<LessonPlan> = {}): LessonPlan => ({
  uuid: PLAN,
  owner: { uuid: ME, firstname: 'Dewi', lastname: 'Pritchard' },
  content: content('Floats'),
  revision: 4,
  last: { chain: 'theirs', seq: 9 },
  copyOf: null,
  ts: 0,
  shared: [],
  ...change,
})
let seq = 0
const waitingEdit = (kind: PlanKind, payload: AnyPlanPayload) =>
  ({ opId: `op-${++seq}`, seq, kind, payload }) as unknown as QueuedOperation
const textEdit = (title: string | null, chain: string, base: number) =>
  waitingEdit('plan', { planUuid: PLAN, chain, base, content: title === null ? null : content(title), timestamp: 5 })

/** What a tablet shows of these plans with these edits waiting. */
function viewOf(plans: readonly LessonPlan[], ...ops: QueuedOperation[]) {
  const view = withPlanEdits(plans, [], ops, ME, new Set([GROUP]))
  return { ...view, titles: [...view.plans.values()].map((plan) => plan.content.title) }
}

describe('plans on a tablet', () => {
  test('show waiting edits over the server’s plan, and name the chain and base of the next edit', () => {
    const { plans, titles } = viewOf([storedPlan()], textEdit('Glides', 'mine', 4), textEdit('Glides far', 'mine', 4))
    expect(titles).toEqual(['Glides far'])
    // each of the two edits makes one revision after the stored fourth
    expect(plans.get(PLAN)).toMatchObject({ waiting: { chain: 'mine', base: 4 }, ts: 5, revision: 6 })
    expect(viewOf([storedPlan()]).plans.get(PLAN)?.waiting).toBe(null)
  })

  test('show a copy as soon as another coach’s newer text arrives, before the waiting edit is sent', () => {
    const { plans, titles } = viewOf(
      [storedPlan({ revision: 5 })],
      textEdit('Kicks', 'mine', 4),
      textEdit('Kicks hard', 'mine', 4),
    )
    expect(titles).toEqual(['Floats', 'Kicks hard'])
    // a copy's id is the chain of its edits
    expect(plans.get('mine')).toMatchObject({ copyOf: PLAN, owner: { uuid: ME } })
  })

  test('are not changed again by an edit that the server’s text contains already', () => {
    // it began from revision 3 and made revision 4
    const ownEdit = textEdit('Glides', 'mine', 3)
    const withOwnEdit = storedPlan({ content: content('Glides'), last: { chain: 'mine', seq: ownEdit.seq } })
    expect(viewOf([withOwnEdit], ownEdit).plans.get(PLAN)?.revision).toBe(4)
  })

  test('disappear when their coach deletes them, unless somebody else has changed them since', () => {
    expect(viewOf([storedPlan()], textEdit(null, 'mine', 4)).titles).toEqual([])
    // the coach saw revision 3, and the stored one is the fourth
    expect(viewOf([storedPlan()], textEdit(null, 'mine', 3)).titles).toEqual(['Floats'])
  })

  test('are the coach’s own, shared ones and those on their groups; leaving a shared plan removes it', () => {
    const bens = storedPlan({
      owner: { uuid: BEN, firstname: 'Ben', lastname: 'Morris' },
      shared: [{ uuid: ME, firstname: 'Dewi', lastname: 'Pritchard' }],
    })
    const leaveEdit = waitingEdit('plan_share', { planUuid: PLAN, userUuid: ME, value: false, timestamp: 5 })
    const putOnGroup = (groupId: string) =>
      waitingEdit('plan_group', { planUuid: PLAN, groupId, value: true, timestamp: 6 })
    expect(viewOf([bens]).titles).toEqual(['Floats'])
    expect(viewOf([bens], leaveEdit).titles).toEqual([])
    expect(viewOf([bens], leaveEdit, putOnGroup(GROUP)).titles).toEqual(['Floats'])
    expect(viewOf([bens], leaveEdit, putOnGroup('somebody else’s')).titles).toEqual([])
    expect(viewOf([bens], putOnGroup(GROUP)).planGroups).toEqual([{ planUuid: PLAN, groupId: GROUP, ts: 6 }])
  })
})
