import { describe, expect, test } from 'vitest'
import type { AnyPlanPayload, LessonPlan, PlanKind } from '#contract/assessment/lesson-plans.ts'
import type { QueuedOperation } from './database.ts'
import { withPlanEdits } from './plans.ts'

const [ME, BEN, PLAN, GROUP] = ['me', 'ben', 'plan', 'group']
const content = (title: string) => ({ title, schemeSlug: 'swim', sections: [], reminder: '' })
const stored = (more: Partial<LessonPlan> = {}): LessonPlan => ({
  uuid: PLAN,
  owner: { uuid: ME, firstname: 'Anna', lastname: 'Pritchard' },
  content: content('Floats'),
  revision: 4,
  last: { chain: 'theirs', seq: 9 },
  copyOf: null,
  ts: 0,
  shared: [],
  ...more,
})
let seq = 0
const waits = (kind: PlanKind, payload: AnyPlanPayload) =>
  ({ opId: `op-${++seq}`, seq, kind, payload }) as unknown as QueuedOperation
const text = (title: string | null, chain: string, base: number) =>
  waits('plan', { planUuid: PLAN, chain, base, content: title === null ? null : content(title), timestamp: 5 })

function shown(kept: readonly LessonPlan[], ...ops: QueuedOperation[]) {
  const view = withPlanEdits(kept, [], ops, ME, new Set([GROUP]))
  return { ...view, titles: [...view.plans.values()].map((plan) => plan.content.title) }
}

describe('plans on a tablet', () => {
  test('show waiting edits over the server’s plan, and what the next edit builds on', () => {
    const { plans, titles } = shown([stored()], text('Glides', 'mine', 4), text('Glides far', 'mine', 4))
    expect(titles).toEqual(['Glides far'])
    expect(plans.get(PLAN)).toMatchObject({ waiting: { chain: 'mine', base: 4 }, ts: 5, revision: 6 })
    expect(shown([stored()]).plans.get(PLAN)?.waiting).toBe(null)
  })

  test('show a copy as soon as another coach’s newer text arrives, before the waiting edit is sent', () => {
    const { plans, titles } = shown([stored({ revision: 5 })], text('Kicks', 'mine', 4), text('Kicks hard', 'mine', 4))
    expect(titles).toEqual(['Floats', 'Kicks hard'])
    expect(plans.get('mine')).toMatchObject({ copyOf: PLAN, owner: { uuid: ME } })
  })

  test('do not apply an edit twice when the server’s text already contains it', () => {
    const own = text('Glides', 'mine', 3)
    const kept = stored({ content: content('Glides'), last: { chain: 'mine', seq: own.seq } })
    expect(shown([kept], own).plans.get(PLAN)?.revision).toBe(4)
  })

  test('disappear when deleted, unless somebody has changed them since', () => {
    expect(shown([stored()], text(null, 'mine', 4)).titles).toEqual([])
    expect(shown([stored()], text(null, 'mine', 3)).titles).toEqual(['Floats'])
  })

  test('are the coach’s own, shared ones and those on their groups; leaving a shared plan removes it', () => {
    const bens = stored({
      owner: { uuid: BEN, firstname: 'Ben', lastname: 'Morris' },
      shared: [{ uuid: ME, firstname: 'Anna', lastname: 'Pritchard' }],
    })
    const leave = waits('plan_share', { planUuid: PLAN, userUuid: ME, value: false, timestamp: 5 })
    const put = (groupId: string) => waits('plan_group', { planUuid: PLAN, groupId, value: true, timestamp: 6 })
    expect(shown([bens]).titles).toEqual(['Floats'])
    expect(shown([bens], leave).titles).toEqual([])
    expect(shown([bens], leave, put(GROUP)).titles).toEqual(['Floats'])
    expect(shown([bens], leave, put('somebody else’s')).titles).toEqual([])
    expect(shown([bens], put(GROUP)).planGroups).toEqual([{ planUuid: PLAN, groupId: GROUP, ts: 6 }])
  })
})
