import type { AnyPlanPayload, PlanKind } from '#domain/assessment/commands/commands.ts'
import { planGroupLane, planLane, planShareLane, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { NewGroup } from '#server/scheduling/groups/commands.ts'
import { newOperation } from '#server/assessment/sync/new-operation.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { userId, type ClientData } from './client-data.ts'
import { lessonPlans, type DemoLessonPlan } from './content/lesson-plans.ts'
import { pushAs } from './push-history.ts'
import { idOf } from './random.ts'

/**
 * Pushes the lesson plans of the client's coaches as a tablet does. Each plan is shared with a second coach and
 * assigned to a group of its owner.
 */
export async function pushPlans(db: Database, data: ClientData): Promise<void> {
  const { client, groups, marks } = data
  // the time of the last mark, so that plans are as new as the newest mark
  const ms = marks.at(-1)?.ms ?? 0
  const curricula = new Curricula()
  for (const plan of lessonPlans[client.id] ?? []) {
    const coach = userId(client.id, plan.coachKey)
    // a group that no other coach shares
    const group = groups.find(({ coaches = [] }) => coaches.length === 1 && coaches[0]?.uuid === coach)
    if (!group?.scheme_slug) throw new Error(`no group for “${plan.title}”`)
    const planUuid = idOf(`${client.id} plan ${plan.title}`)
    const reader = userId(client.id, plan.sharedWith)
    const timestamp = Math.floor(ms / 1000)
    const content = contentOf(data, plan, group)
    // base 0 is a new plan; the chain names the edits that build on it
    const edits: [kind: PlanKind, lane: string, payload: AnyPlanPayload][] = [
      ['plan', planLane(planUuid), { planUuid, chain: idOf(`${planUuid} chain`), base: 0, content, timestamp }],
      ['plan_share', planShareLane(planUuid, reader), { planUuid, userUuid: reader, value: true, timestamp }],
      ['plan_group', planGroupLane(group.id, planUuid), { planUuid, groupId: group.id, value: true, timestamp }],
    ]
    const deviceId = idOf(`${planUuid} device`)
    const origin = { club: group.clubId, author: coach, deviceId, ms }
    const operations = edits.map(([kind, lane, payload], index) =>
      newOperation({ ...origin, seq: index + 1, opId: idOf(`${planUuid} op ${index}`) }, { kind, lane, payload }),
    )
    await pushAs({ db, curricula, client, coach, clubId: group.clubId, deviceId, ms }, operations)
  }
}

/** The content of a lesson plan, with skills of the first level of its group. */
function contentOf(data: ClientData, plan: DemoLessonPlan, group: NewGroup): PlanContent {
  const scheme = data.schemes.find(({ slug }) => slug === group.scheme_slug)
  const [level = ''] = group.levels ?? []
  const skills = (scheme?.nodes ?? []).filter(
    (node) => node.t === 's' && node.id.startsWith(`${level}/`) && !node.hidden && !node.skipped,
  )
  return {
    title: plan.title,
    schemeSlug: group.scheme_slug ?? '',
    reminder: plan.reminder,
    sections: plan.parts.map((part, index) => ({
      id: idOf(`${plan.title} part ${index}`),
      title: part.title,
      blocks: [
        { id: idOf(`${plan.title} text ${index}`), type: 'activity', text: part.text, minutes: part.minutes },
        ...(part.skills === 0
          ? []
          : [
              {
                id: idOf(`${plan.title} skills ${index}`),
                type: 'skills' as const,
                nodes: skills.slice(0, part.skills).map((node) => node.id),
              },
            ]),
      ],
    })),
  }
}
