import { Type, type Static, type TSchema } from 'typebox'
import { FAMILY_WORD_MAX } from '#domain/assessment/commands/family-word.ts'
import type { EditKind } from '#domain/assessment/commands/commands.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { DateText, Flag, NodeId, nullable, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import { Group } from '#contract/scheduling/groups.ts'
import { LessonPlan, LessonPlanGroup, PlanGroupPayload, PlanPayload, PlanSharePayload } from './lesson-plans.ts'

/** The hybrid logical clock value of an edit; stamps are compared field by field in this order [R7.21]. */
const Stamp = Type.Object(
  {
    ms: Type.Integer({ minimum: 0 }),
    counter: Type.Integer({ minimum: 0 }),
    deviceId: Uuid,
    deviceSeq: Type.Integer({ minimum: 1 }),
  },
  strict,
)

/** A mark [3.16]. For a node id ending in /manual the grade passes (1), revokes (-1) or clears (0) a level. */
const MarkPayload = Type.Object(
  {
    memberUuid: Uuid,
    groupId: Uuid,
    /** The group's number at the course provider, as the specification has it; the server reads only `groupId`. */
    groupNgoId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
    schemeSlug: Slug,
    schemeNodeId: NodeId,
    assessmentGrade: Type.Integer({ minimum: -1, maximum: 5 }),
    /** The pass point that the coach's screen showed; 1 for a manual pass. */
    assessmentPassGrade: Type.Integer({ minimum: 0, maximum: 5 }),
    /** The day for which the mark counts, in the club's zone. */
    assessmentDate: DateText,
    /** Unix seconds at entry. */
    timestamp: Type.Integer({ minimum: 0 }),
  },
  strict,
)

/** A guest is there for one session, or for a trial that goes on until the office decides. */
const GuestKind = Type.Union([Type.Literal('today'), Type.Literal('trial')])

const EntryTime = Type.Integer({ minimum: 0, description: 'Unix seconds at entry' })

/** Attendance of a child at one dated session of a group [4.21]; null = not marked. */
const AttendancePayload = Type.Object(
  {
    memberUuid: Uuid,
    groupId: Uuid,
    date: DateText,
    value: Type.Union([Type.Literal('present'), Type.Literal('absent'), Type.Null()]),
    timestamp: EntryTime,
  },
  strict,
)

/** Whether the badge of a passed level was handed over. */
const BadgePayload = Type.Object(
  {
    memberUuid: Uuid,
    groupId: Uuid,
    schemeSlug: Slug,
    schemeNodeId: NodeId,
    value: Type.Boolean(),
    timestamp: EntryTime,
  },
  strict,
)

/** Whether a member moves on from a group or stays [4.30]; null takes the choice back. */
const MovePayload = Type.Object(
  {
    memberUuid: Uuid,
    groupId: Uuid,
    value: Type.Union([Type.Literal('move'), Type.Literal('stay'), Type.Null()]),
    timestamp: EntryTime,
  },
  strict,
)

/** The club's note about a member; empty = none. */
const NotePayload = Type.Object(
  { memberUuid: Uuid, groupId: Uuid, value: Type.String({ maxLength: 2000 }), timestamp: EntryTime },
  strict,
)

/** A coach's own words about a passed level, which the child's parents read with it; empty = none. */
const FamilyWordPayload = Type.Object(
  {
    memberUuid: Uuid,
    groupId: Uuid,
    schemeSlug: Slug,
    schemeNodeId: NodeId,
    value: Type.String({ maxLength: FAMILY_WORD_MAX }),
    timestamp: EntryTime,
  },
  strict,
)

/** A child who is at a session and on no list; `memberUuid` is new. The office decides later what becomes of it. */
const GuestPayload = Type.Object(
  {
    memberUuid: Uuid,
    groupId: Uuid,
    date: DateText,
    firstname: Type.String({ maxLength: NAME_MAX }),
    /** Empty when the coach does not know it. */
    lastname: Type.String({ maxLength: NAME_MAX }),
    value: GuestKind,
    timestamp: EntryTime,
  },
  strict,
)

/** The payload of each kind of operation, as `commands` of domain/assessment/commands judge it. */
export const editPayloads = {
  mark: MarkPayload,
  guest: GuestPayload,
  attendance: AttendancePayload,
  badge: BadgePayload,
  move: MovePayload,
  note: NotePayload,
  family_word: FamilyWordPayload,
  plan: PlanPayload,
  plan_share: PlanSharePayload,
  plan_group: PlanGroupPayload,
} as const satisfies { [K in EditKind]: TSchema }

/**
 * One change made on a device. `payload` is checked by kind, for each operation alone, so that a bad one does not make
 * the whole push fail.
 */
export const Operation = Type.Object(
  {
    opId: Uuid,
    /** The club's id. */
    club: Uuid,
    authorUuid: Uuid,
    /** The lane to which the change belongs, such as that of `markLane`. */
    lane: Type.String({ minLength: 1, maxLength: 700 }),
    /** A key of `editPayloads`. */
    kind: Type.String({ minLength: 1, maxLength: 40 }),
    payload: Type.Unknown(),
    /** SHA-256 of the payload as canonical JSON; an operation whose payload has another hash is refused. */
    payloadHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    /** The version of the payload's format; the server knows only 1. */
    payloadVersion: Type.Integer({ minimum: 1 }),
    /** The club's change counter that the device knew at the time of the change: `rev` of its last pull, or null. */
    baseRev: Type.Union([Type.Integer(), Type.Null()]),
    stamp: Stamp,
  },
  strict,
)
export type Operation = Static<typeof Operation>

/** The operations that a device sends, in the order in which they were made. */
export const PushBody = Type.Object(
  { deviceId: Uuid, operations: Type.Array(Operation, { minItems: 1, maxItems: 50 }) },
  strict,
)
export type PushBody = Static<typeof PushBody>

/**
 * What became of an operation. `superseded`: it is stored in the history, but another edit of its lane counts. `retry`:
 * it is not stored now, and the device sends it again with its next sync.
 */
export const Outcome = Type.Object({
  opId: Type.String(),
  outcome: Type.Union([
    Type.Literal('applied'),
    Type.Literal('superseded'),
    Type.Literal('rejected'),
    Type.Literal('retry'),
  ]),
  /** The reason for `rejected` and `retry`; one of docs/errors.md. */
  code: Type.Optional(Type.String()),
  /** The club's change counter after this batch. */
  rev: Type.Optional(Type.Integer()),
  /** The winning value of the lane after this batch. */
  value: Type.Optional(Type.Object({ grade: Type.Integer(), pass: Type.Integer() })),
  /** Of a mark that is rejected because its skill was deleted: the skill's title by two-letter language. */
  title: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Of the same mark: the grade kind that the skill had; null = none. */
  grade_kind: Type.Optional(nullable(Type.Integer())),
})
export type Outcome = Static<typeof Outcome>

export const PushReply = Type.Object({
  outcomes: Type.Array(Outcome),
  /** Unix ms. */
  serverTime: Type.Integer(),
  /** The epoch of the client's data; see `ChangesReply`. */
  epoch: Type.String(),
})
export type PushReply = Static<typeof PushReply>

/** The caller's key for encrypting text that waits on a device: 32 bytes, base64. */
export const SyncKey = Type.Object({ key: Type.String() })

/** Asks for the changes of the caller's club since a cursor; without a cursor, for everything. */
export const ChangesQuery = Type.Object(
  {
    cursor: Type.Optional(Type.String({ maxLength: 400 })),
    club_id: Type.Optional(Uuid),
    /**
     * 1: all groups of the club, with the flag `IMPORT_ALL_CLASSES` [6.22]. Other coaches' groups are read only,
     * without medical notes and notes of their members.
     */
    all: Type.Optional(Flag),
  },
  strict,
)

/** The result of one member and node: the mark that counts, its stamp and who made it. */
export const ResultRow = Type.Object({
  memberUuid: Type.String(),
  schemeSlug: Type.String(),
  nodeId: Type.String(),
  grade: Type.Integer(),
  pass: Type.Integer(),
  /** Performed time, unix seconds. */
  ts: Type.Integer(),
  /** The earliest performed time in the unbroken run of passing marks that ends here, or null [R7.8]. */
  since: Type.Union([Type.Integer(), Type.Null()]),
  stamp: Stamp,
  authorUuid: Type.Union([Type.String(), Type.Null()]),
  authorName: Type.String(),
})
export type ResultRow = Static<typeof ResultRow>

/** A member on a coach's device. */
export const CoachMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  /** Null for a guest. */
  dob: Type.Union([Type.String(), Type.Null()]),
  status: Type.Union([Type.Literal('active'), Type.Literal('inactive')]),
  /** Set for a child who is on no list of the club. */
  guest: Type.Optional(Type.Union([GuestKind, Type.Null()])),
  medical: Type.Union([Type.String(), Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()]),
  /** Telephone numbers of the home; only for members of the coach's own groups. */
  phones: Type.Optional(Type.Array(Type.String())),
  /** The level at which the course provider has the member. */
  current_remote_node_id: Type.Union([Type.String(), Type.Null()]),
})
export type CoachMember = Static<typeof CoachMember>

/** A member's place in a group, from its first to its last day; `to` is null while no last day is set. */
export const GroupMember = Type.Object({
  groupId: Type.String(),
  memberUuid: Type.String(),
  from: Type.String(),
  to: Type.Union([Type.String(), Type.Null()]),
})
export type GroupMember = Static<typeof GroupMember>

/**
 * Marks of several coaches on one node who had not seen each other's marks [R7.24]; one of them counts until the next
 * mark.
 */
export const Conflict = Type.Object({
  id: Type.String(),
  memberUuid: Type.String(),
  schemeSlug: Type.String(),
  nodeId: Type.String(),
  /** Oldest first. */
  marks: Type.Array(
    Type.Object({
      opId: Type.String(),
      authorUuid: Type.String(),
      authorName: Type.String(),
      grade: Type.Integer(),
      pass: Type.Integer(),
      /** Performed time, unix seconds. */
      ts: Type.Integer(),
      /** True for the mark that counts. */
      wins: Type.Boolean(),
    }),
  ),
})
export type Conflict = Static<typeof Conflict>

/**
 * One value that coaches record besides marks. `date` is set for attendance only, `schemeSlug` and `nodeId` only for
 * what is about a level. `value` is that of the kind's payload (`editPayloads`).
 */
export const RegisterRow = Type.Object({
  kind: Type.Union([
    Type.Literal('attendance'),
    Type.Literal('badge'),
    Type.Literal('move'),
    Type.Literal('note'),
    Type.Literal('family_word'),
  ]),
  lane: Type.String(),
  memberUuid: Type.String(),
  groupId: Type.String(),
  date: Type.Union([Type.String(), Type.Null()]),
  schemeSlug: Type.Union([Type.String(), Type.Null()]),
  nodeId: Type.Union([Type.String(), Type.Null()]),
  value: Type.Unknown(),
  ts: Type.Integer(),
  authorUuid: Type.String(),
  authorName: Type.String(),
})
export type RegisterRow = Static<typeof RegisterRow>

/**
 * One change since the cursor. `key` is unique within its kind. `data: null` is a tombstone: the device removes the
 * entry with this key.
 */
export const Change = Type.Union([
  Type.Object({ kind: Type.Literal('group'), key: Type.String(), data: Type.Union([Group, Type.Null()]) }),
  Type.Object({ kind: Type.Literal('member'), key: Type.String(), data: Type.Union([CoachMember, Type.Null()]) }),
  Type.Object({ kind: Type.Literal('group_member'), key: Type.String(), data: Type.Union([GroupMember, Type.Null()]) }),
  Type.Object({ kind: Type.Literal('result'), key: Type.String(), data: Type.Union([ResultRow, Type.Null()]) }),
  /** `data` is null when the conflict was resolved. */
  Type.Object({ kind: Type.Literal('conflict'), key: Type.String(), data: Type.Union([Conflict, Type.Null()]) }),
  Type.Object({ kind: Type.Literal('register'), key: Type.String(), data: Type.Union([RegisterRow, Type.Null()]) }),
  /** A member was erased: the device removes everything of it, operations that wait to be sent included [R9.5]. */
  Type.Object({ kind: Type.Literal('erasure'), key: Type.String(), data: Type.Object({ memberUuid: Type.String() }) }),
  Type.Object({ kind: Type.Literal('plan'), key: Type.String(), data: Type.Union([LessonPlan, Type.Null()]) }),
  Type.Object({
    kind: Type.Literal('plan_group'),
    key: Type.String(),
    data: Type.Union([LessonPlanGroup, Type.Null()]),
  }),
])
export type Change = Static<typeof Change>

/** One page of changes. */
export const ChangesReply = Type.Object({
  /**
   * The cursor from which this page starts; the page applies only to a device with this cursor. Empty for a full load.
   */
  from: Type.String(),
  cursor: Type.String(),
  /** The club's change counter at `cursor`; changes that are made from now on have it as `baseRev`. */
  rev: Type.Integer(),
  /** True when another page follows, to be asked for with `cursor`. */
  more: Type.Boolean(),
  /** True when the given cursor is no longer valid, so that everything must be loaded again without one. */
  reload: Type.Boolean(),
  /**
   * An id of the client's data that is replaced after a backup was restored. A cursor of another epoch is no
   * longer valid, and a device that loads everything under a new one sends again what was accepted before.
   */
  epoch: Type.String(),
  /** Unix ms. */
  serverTime: Type.Integer(),
  changes: Type.Array(Change),
})
export type ChangesReply = Static<typeof ChangesReply>
