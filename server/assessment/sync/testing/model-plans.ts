import type { PlanPayload } from '#domain/assessment/commands/lesson-plan.ts'
import { expect } from 'vitest'
import type { PlanInput } from '#web/offline/coach-store.ts'
import type { QueuedOperation } from '#web/offline/database.ts'
import { isPlanEdit } from '#web/offline/plans.ts'
import type { Device, Run } from './model-device.ts'
import type { Step } from './model-steps.ts'
import type { ModelWorld } from './model-world.ts'

type PlanStep = Extract<Step, { do: 'plan' | 'share' | 'attach' }>

/** Rejection codes that valid edits may get, because somebody else was first or a right was taken away. */
const PLAN_CODES: Readonly<Record<string, readonly string[]>> = {
  // UNKNOWN_PLAN: the tablet edits a copy that it expects to exist, before it has the reply that none was made
  plan: ['PLAN_CHANGED', 'UNKNOWN_PLAN'],
  plan_share: ['UNKNOWN_PLAN', 'NOT_PLAN_OWNER'],
  plan_group: ['UNKNOWN_PLAN', 'NOT_ASSIGNED'],
}

/** The codes with which this operation may be refused; none for an operation that is not about plans. */
export function planCodes({ kind }: QueuedOperation): readonly string[] {
  return PLAN_CODES[kind] ?? []
}

/** A coach writes, shares or attaches a plan; nothing happens when there is no plan for the step. */
export async function takePlanStep({ world }: Pick<Run, 'world'>, device: Device, step: PlanStep): Promise<void> {
  const { tablet, account } = device
  const { author, club } = account
  const view = await tablet.view(account)
  const plans = [...view.plans.values()].toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  const ownPlans = plans.filter((plan) => plan.owner.uuid === author)
  switch (step.do) {
    case 'plan': {
      const planToEdit = step.change === 'new' ? undefined : ownPlans[step.plan % Math.max(1, ownPlans.length)]
      const uuid = planToEdit?.uuid ?? crypto.randomUUID()
      const newEditor = {
        planUuid: uuid,
        buildsOn: planToEdit?.waiting ?? { chain: crypto.randomUUID(), base: planToEdit?.revision ?? 0 },
      }
      // an editor that stays open continues from the revision from which it began
      const editor = (step.inOpenEditor ? device.editors.get(account) : undefined) ?? newEditor
      if (step.change === 'delete' && !planToEdit) return
      device.editors.set(account, editor)
      const text = `text ${crypto.randomUUID()}`
      const content = step.change === 'delete' ? null : { title: text, schemeSlug: 'swim', sections: [], reminder: '' }
      await tablet.plan(account, { kind: 'plan', ...editor, content })
      const after = await tablet.view(account)
      if (content && after.ready)
        expect(titlesOf(after.plans.values()), 'I6: one’s own text is visible at once').toContain(text)
      return
    }
    case 'share': {
      const plan = plans[step.plan % Math.max(1, plans.length)]
      if (!plan) return
      // the owner shares the plan or takes the share back; a reader can only end the own share
      const isOwner = plan.owner.uuid === author
      const colleague = world.accounts.find((a) => a.tenant === account.tenant && a.author !== author)
      if (!colleague && isOwner) return
      const input: PlanInput = {
        kind: 'plan_share',
        planUuid: plan.uuid,
        userUuid: isOwner ? (colleague?.author ?? author) : author,
        value: isOwner && step.on,
      }
      return tablet.plan(account, input)
    }
    case 'attach': {
      const plan = plans[step.plan % Math.max(1, plans.length)]
      const groups = world.groups.filter((g) => g.club === club)
      const group = groups[step.group % groups.length]
      if (!plan || !group) return
      return tablet.plan(account, { kind: 'plan_group', planUuid: plan.uuid, groupId: group.id, value: step.on })
    }
  }
}

function titlesOf(plans: Iterable<{ content: { title: string } }>): string[] {
  return [...plans].map((plan) => plan.content.title)
}

interface StoredEdit {
  op: string
  plan: string
  /** The revision of the plan's text that it made; null for a share or a group. */
  revision: number | null
  author: string
  /** The number of its entries in the audit log. */
  audited: number
}

/** What the server holds of plans; edits and outcomes by operation id. */
interface StoredPlans {
  edits: ReadonlyMap<string, StoredEdit>
  plans: readonly { id: string; title: string; revision: number; deleted: boolean; owner: string }[]
  outcomes: ReadonlyMap<string, string>
  /** Ids of the plans that an author with these groups may read. */
  readable: (author: string, groups: readonly string[]) => string[]
  groups: readonly { group: string; plan: string }[]
}

async function readPlans({ base: { owner } }: ModelWorld): Promise<StoredPlans> {
  // one query after the other, because they share a connection
  const edits = await owner.query<StoredEdit>(
    `SELECT op_id AS op, plan_id AS plan, revision, author_id AS author, (SELECT count(*) FROM audit_log
       WHERE audit_log.entity = 'lesson_plan' AND audit_log.after ->> 'op' = edit.op_id::text) AS audited
     FROM lesson_plan_edits edit`,
  )
  const plans = await owner.query<StoredPlans['plans'][number]>(
    // a row of revision 0 only reserves the id of a plan that has no text yet
    'SELECT id, title, revision, deleted, owner_id AS owner FROM lesson_plans WHERE revision > 0',
  )
  const ops = await owner.query<{ op_id: string; outcome: string }>('SELECT op_id, outcome FROM delivered_operations')
  const shares = await owner.query<{ plan_id: string; user_id: string }>(
    'SELECT plan_id, user_id FROM lesson_plan_shares WHERE shared',
  )
  const groups = await owner.query<{ group: string; plan: string }>(
    'SELECT group_id AS group, plan_id AS plan FROM lesson_plan_groups WHERE attached',
  )
  return {
    edits: new Map(edits.rows.map((row) => [row.op, row])),
    plans: plans.rows,
    outcomes: new Map(ops.rows.map((row) => [row.op_id, row.outcome])),
    readable: (author, ownGroups) =>
      plans.rows.flatMap(({ id, owner: planOwner, deleted }) => {
        const isShared = shares.rows.some((s) => s.plan_id === id && s.user_id === author)
        const isOnGroup = groups.rows.some((g) => g.plan === id && ownGroups.includes(g.group))
        return !deleted && (planOwner === author || isShared || isOnGroup) ? [id] : []
      }),
    groups: groups.rows,
  }
}

/** Checks the plans at the end of a run, when every device has synced. */
export async function checkPlansAtRest({ world, devices, rights }: Run): Promise<void> {
  const stored = await readPlans(world)
  const tablets = devices.flatMap((device) => [...device.tablets.values()])
  const planOps = (await Promise.all(tablets.map((tablet) => tablet.queue()))).flat().filter(isPlanEdit)
  for (const op of planOps) checkPlanSettled(op, stored)
  expect(
    [...stored.edits.keys()].filter((id) => !planOps.some((op) => op.opId === id)),
    'I2: nothing is stored of plans that no device made',
  ).toEqual([])
  checkTexts(planOps, stored)
  for (const { tablet, account } of devices) {
    const view = await tablet.view(account)
    const scope = rights.scope(account.author, account.club)
    const readable = stored.readable(account.author, scope)
    expect(
      [...view.plans.values()].map((p) => `${p.uuid} ${p.revision} ${p.content.title}`).toSorted(),
      'I4 and I8: own plans, shared ones and those on own groups, as the server has them, and no others',
    ).toEqual(
      stored.plans.flatMap((p) => (readable.includes(p.id) ? [`${p.id} ${p.revision} ${p.title}`] : [])).toSorted(),
    )
    expect(
      view.planGroups.map((g) => `${g.groupId} ${g.planUuid}`).toSorted(),
      'I4: plans on own groups, as the server has them',
    ).toEqual(stored.groups.flatMap((g) => (scope.includes(g.group) ? [`${g.group} ${g.plan}`] : [])).toSorted())
  }
}

/** Checks that an operation on a plan was applied or refused for a reason, and that its device knows which. */
function checkPlanSettled(op: QueuedOperation, stored: StoredPlans): void {
  const edit = stored.edits.get(op.opId)
  expect(op.state, `I1: nothing waits for ever, ${op.opId}`).not.toBe('pending')
  if (op.state === 'dead') {
    expect(planCodes(op), `I9: a plan is refused for a reason, ${op.opId}`).toContain(op.code)
    expect(edit, `I2: a refused operation has no effect, ${op.opId}`).toBe(undefined)
    return
  }
  expect(stored.outcomes.get(op.opId), `I1b: the device knows what became of it, ${op.opId}`).toBe(op.code ?? 'applied')
  // a text that a later edit of its own device superseded leaves no trace
  if (op.kind === 'plan' && op.code === 'superseded') return expect(edit, `I2: ${op.opId}`).toBe(undefined)
  // `lesson_plan_edits` holds an operation once by its key
  return expect(
    [edit?.audited, edit?.author],
    `I2 and I7: one effect per operation, in its author’s name, ${op.opId}`,
  ).toEqual([1, op.authorUuid])
}

/**
 * Checks that each revision was written by an author who had seen the one before it, or by the same chain, so that no
 * text is overwritten unseen.
 */
function checkTexts(planOps: readonly QueuedOperation[], stored: StoredPlans): void {
  const payloads = new Map(planOps.map((op) => [op.opId, op.payload as PlanPayload]))
  for (const plan of stored.plans) {
    const edits = [...stored.edits.values()]
      .filter((e) => e.plan === plan.id && e.revision !== null)
      .toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
    expect(
      edits.map((e) => e.revision),
      `a revision for each edit of ${plan.id}`,
    ).toEqual(Array.from({ length: plan.revision }, (_, index) => index + 1))
    for (const [index, edit] of edits.entries()) {
      const [payload, previous] = [payloads.get(edit.op), payloads.get(edits[index - 1]?.op ?? '')]
      if (!payload || !previous) continue
      // the previous edit made the revision of the number `index`
      const hasSeenPrevious = payload.planUuid === plan.id && payload.base === index
      expect(
        hasSeenPrevious || payload.chain === previous.chain,
        `nobody writes over or deletes unseen text, ${edit.op}`,
      ).toBe(true)
    }
    const lastPayload = payloads.get(edits.at(-1)?.op ?? '')
    expect(lastPayload?.content === null, `what was deleted is gone, ${plan.id}`).toBe(plan.deleted)
    if (lastPayload?.content)
      expect(plan.title, `a plan holds its last text, ${plan.id}`).toBe(lastPayload.content.title)
  }
}
