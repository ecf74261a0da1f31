import { Type, type Static, type TSchema } from 'typebox'
import { Flag, strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'
import { Group } from '#contract/scheduling/groups.ts'

/** Lists a parent's children [7.21]. */
export const LinkedMembersQuery = Type.Object(
  {
    ...paging,
    with_groups: Type.Optional(Flag),
    with_progress: Type.Optional(Flag),
    with_awards: Type.Optional(Flag),
    with_links: Type.Optional(Flag),
    with_owners: Type.Optional(Flag),
  },
  strict,
)

/** Progress of one level or skill group, as the engine derived it [R7.6], [R7.7]. */
export const NodeProgress = Type.Object({
  state: Type.Union([
    Type.Literal('available'),
    Type.Literal('started'),
    Type.Literal('completed'),
    Type.Literal('passed'),
  ]),
  /** 0–100, whole [9.26] */
  percent: Type.Integer(),
  /** Passed by a manual pass, although the rule is not met. */
  forced: Type.Boolean(),
  /** Unix seconds, or null when not complete. */
  completed_ts: Type.Union([Type.Integer(), Type.Null()]),
})
export type NodeProgress = Static<typeof NodeProgress>

/** The assessment that counts for one node; of a node id that ends in /manual it is a manual pass or revoke [3.12]. */
export const Score = Type.Object({
  grade: Type.Integer(),
  pass: Type.Integer(),
  /** Performed time, unix seconds. */
  ts: Type.Integer(),
  /** The earliest performed time in the unbroken run of passing marks that ends here, or null [R7.8]. */
  since: Type.Union([Type.Integer(), Type.Null()]),
})
export type Score = Static<typeof Score>

/** What a coach wrote to the family about a passed level. */
export const FamilyWord = Type.Object({ text: Type.String(), coach: Type.String() })

export type FamilyWord = Static<typeof FamilyWord>

const Award = Type.Object({
  completed_ts: Type.Integer(),
  /** Passed by a manual pass, although the rule is not met. */
  forced: Type.Boolean(),
  /** The level's title in the language of the request; it stays known after the level is deleted. */
  title: Type.String(),
  /** Who made the mark with which the level was passed; null for an administrator, or when there is no mark. */
  coach: Type.Union([Type.String(), Type.Null()]),
  /** A coach's own words about it. */
  word: Type.Union([FamilyWord, Type.Null()]),
})

/** An award that has ended, because the level is no longer passed [R7.9]. Times are unix seconds. */
const EndedAward = Type.Object({
  scheme_slug: Type.String(),
  node_id: Type.String(),
  title: Type.String(),
  completed_ts: Type.Integer(),
  ended_ts: Type.Integer(),
})
type EndedAward = Static<typeof EndedAward>

/** A record by scheme slug, then node id [R4.8]. */
const bySchemeAndNode = <T extends TSchema>(value: T) => Type.Record(Type.String(), Type.Record(Type.String(), value))

/** A child as its parents see it [3.6], [7.21]. */
export const Member = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  /** Date of birth, YYYY-MM-DD. */
  dob: Type.String(),
  /** Whole years today, in the club's zone. */
  age: Type.Integer(),
  /** Membership number. */
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  status: Type.Union([Type.Literal('active'), Type.Literal('inactive')]),
  member_type: Type.Union([Type.String(), Type.Null()]),
  /** The level at which the course provider has the child. */
  current_remote_node_id: Type.Union([Type.String(), Type.Null()]),
  /**
   * The groups of today, and those that the child is in from a later day on, which is then their first date. Their last
   * date is the child's in them.
   */
  groups: Type.Optional(Type.Array(Group)),
  progress: Type.Optional(bySchemeAndNode(NodeProgress)),
  /** True for each skill that is passed; others are left out. */
  assessments: Type.Optional(Type.Object({ complete: bySchemeAndNode(Type.Boolean()) })),
  scores: Type.Optional(bySchemeAndNode(Score)),
  awards: Type.Optional(bySchemeAndNode(Award)),
  /** Newest first; only with `with_awards`. */
  ended_awards: Type.Optional(Type.Array(EndedAward)),
  /** The parents' accounts that are linked to the child. A parent sees only itself [R4.9]. */
  links: Type.Optional(
    Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })),
  ),
  /** The clubs that hold the child's record. */
  owners: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), name: Type.String(), logo: Type.Union([Type.String(), Type.Null()]) })),
  ),
})
export type Member = Static<typeof Member>
