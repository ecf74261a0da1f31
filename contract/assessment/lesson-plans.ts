import { Type, type Static } from 'typebox'
import { PLAN_LIMITS } from '#domain/assessment/lesson-plan.ts'
import { NodeId, Slug, strict, Uuid } from '#contract/platform/fields.ts'

const EntryTime = Type.Integer({ minimum: 0, description: 'Unix seconds at entry' })

const PlanBlock = Type.Union([
  Type.Object(
    {
      id: Uuid,
      type: Type.Literal('skills'),
      nodes: Type.Array(NodeId, { maxItems: PLAN_LIMITS.nodes, uniqueItems: true }),
    },
    strict,
  ),
  Type.Object(
    {
      id: Uuid,
      type: Type.Literal('activity'),
      text: Type.String({ maxLength: PLAN_LIMITS.text }),
      minutes: Type.Union([Type.Integer({ minimum: 0, maximum: PLAN_LIMITS.minutes }), Type.Null()]),
    },
    strict,
  ),
])
const PlanSection = Type.Object(
  {
    id: Uuid,
    title: Type.String({ maxLength: PLAN_LIMITS.title }),
    blocks: Type.Array(PlanBlock, { maxItems: PLAN_LIMITS.blocks }),
  },
  strict,
)

/** The content of a lesson plan [3.18]. */
const PlanContent = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: PLAN_LIMITS.title }),
    schemeSlug: Slug,
    sections: Type.Array(PlanSection, { maxItems: PLAN_LIMITS.sections }),
    reminder: Type.String({ maxLength: PLAN_LIMITS.reminder }),
  },
  strict,
)

/**
 * An edit of a plan, with its whole content; null deletes the plan. Edits of one device that build on each other have
 * the same `chain` and `base` (`domain/assessment/lesson-plan.ts`).
 */
export const PlanPayload = Type.Object(
  {
    planUuid: Uuid,
    chain: Uuid,
    /** The revision from which the chain started; 0 for a new plan. */
    base: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
    content: Type.Union([PlanContent, Type.Null()]),
    timestamp: EntryTime,
  },
  strict,
)

/** Shares a plan with a user, or stops sharing it [4.31]. The owner may do both; readers may stop it for themselves. */
export const PlanSharePayload = Type.Object(
  { planUuid: Uuid, userUuid: Uuid, value: Type.Boolean(), timestamp: EntryTime },
  strict,
)

/** Assigns a plan to a group, or takes it off the group. */
export const PlanGroupPayload = Type.Object(
  { planUuid: Uuid, groupId: Uuid, value: Type.Boolean(), timestamp: EntryTime },
  strict,
)

/** A coach of the same club. */
export const Colleague = Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })
export type Colleague = Static<typeof Colleague>

/** A plan on the device of its owner or of a reader. */
export const LessonPlan = Type.Object({
  uuid: Type.String(),
  owner: Colleague,
  content: PlanContent,
  revision: Type.Integer(),
  /** The chain of the edit that was written last, and the edit's number in it (`deviceSeq` of its stamp). */
  last: Type.Object({ chain: Type.String(), seq: Type.Integer() }),
  /** The plan of which this is a copy: an edit whose author had not seen that plan's newer text became this plan. */
  copyOf: Type.Union([Type.String(), Type.Null()]),
  /** Unix seconds of the last edit. */
  ts: Type.Integer(),
  /** Who may read the plan. The owner's device gets all readers, a reader's device only that reader. */
  shared: Type.Array(Colleague),
})
export type LessonPlan = Static<typeof LessonPlan>

/** A plan on a group, as the club's office reads it. `ts` is the last edit, in unix seconds. */
export const GroupLessonPlan = Type.Object({
  uuid: Type.String(),
  owner: Colleague,
  content: PlanContent,
  ts: Type.Integer(),
})
export type GroupLessonPlan = Static<typeof GroupLessonPlan>

/** A plan that is assigned to a group; `ts` is in unix seconds. */
export const LessonPlanGroup = Type.Object({ groupId: Type.String(), planUuid: Type.String(), ts: Type.Integer() })
export type LessonPlanGroup = Static<typeof LessonPlanGroup>
