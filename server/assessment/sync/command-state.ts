import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import type { EditKind, Payloads } from '#domain/assessment/commands/commands.ts'
import { isManualPass } from '#domain/assessment/mark.ts'
import { namedBy, type Named } from '#domain/assessment/commands/named.ts'
import type { ClubState, CommandState, GroupState, MemberState, NodeState } from '#domain/assessment/commands/state.ts'
import type { Period } from '#domain/scheduling/period.ts'
import { featuresOf } from '#domain/tenants/pages.ts'
import { FlagValues } from '#server/identity/auth/queries.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The author of operations. */
interface Author {
  userId: string
}

/** An operation as it arrived, with its author and the device that sent it. */
export interface SentOperation {
  op: Operation
  author: Author
  deviceId: string
}

/** A well-formed operation with its payload. */
export type WellFormed = { [K in EditKind]: SentOperation & { kind: K; payload: Payloads[K] } }[EditKind]

/** What an operation names, at its club, and its author. */
interface NamedAtClub extends Named {
  club: string
  authorId: string
}

function namedAtClub({ op, author, payload }: WellFormed): NamedAtClub {
  return { club: op.club, authorId: author.userId, ...namedBy(payload) }
}

/** Reads what the commands need to judge these operations; the statements are sent together. */
export async function readCommandStates(
  tx: Tx,
  edits: readonly WellFormed[],
): Promise<(edit: WellFormed) => CommandState> {
  const named = edits.map(namedAtClub)
  const [places, members, nodes, sharedClubs] = await Promise.all([
    readPlaces(tx, named),
    readMembers(tx, named),
    readNodes(tx, named),
    readSharedClubs(tx, named),
  ])
  const brought = await readBroughtScales(tx, edits, nodes)
  return (edit) => {
    const names = namedAtClub(edit)
    const { features, club, group } = places.get(placeKey(names)) ?? UNKNOWN_PLACE
    return {
      author: { id: names.authorId, features },
      club,
      group,
      member: members.get(memberKey(names)) ?? UNKNOWN_MEMBER,
      node: brought.get(laneKeyOf(names)) ?? nodes.get(nodeKey(names)) ?? null,
      sharedClubs: sharedClubs.get(sharedKey(names)) ?? [],
    }
  }
}

const UNKNOWN_PLACE: Place = { features: {}, club: { timeZone: 'UTC', authorPeriods: [] }, group: null }
const UNKNOWN_MEMBER: MemberState = { status: null, groupPeriods: [] }

const placeKey = ({ authorId, club, groupId }: NamedAtClub) => `${authorId}/${club}/${groupId ?? ''}`
const memberKey = ({ club, groupId, memberId }: NamedAtClub) => `${club}/${groupId ?? ''}/${memberId ?? ''}`
const sharedKey = ({ authorId, colleagueId }: Pick<NamedAtClub, 'authorId' | 'colleagueId'>) =>
  `${authorId}/${colleagueId ?? ''}`
const laneKeyOf = (names: NamedAtClub) => `${names.memberId ?? ''}/${nodeKey(names)}`
const nodeKey = ({ schemeSlug, nodeId }: NamedAtClub) => `${schemeSlug ?? ''}${nodeId ?? ''}`

/** One of each that has the same key. */
function distinct(named: readonly NamedAtClub[], key: (names: NamedAtClub) => string): NamedAtClub[] {
  return [...new Map(named.map((names) => [key(names), names])).values()]
}

/** The first and the last day of a period, as `json_build_array` makes them. */
const PeriodRow = Type.Tuple([Type.String(), nullable(Type.String())])
/** Periods from `json_agg`, which gives null for none. */
const PeriodRows = nullable(Type.Array(PeriodRow))

function periods(rows: readonly Static<typeof PeriodRow>[] | null): Period[] {
  return (rows ?? []).map(([from, to]) => ({ from, to }))
}

/** A club and a group there, as the author knows them. */
interface Place {
  /** The flags of this club [R1.4], which is not always the one at which the author is logged in. */
  features: CommandState['author']['features']
  club: ClubState
  group: GroupState | null
}

// ids as texts are parameters of their own, as those of `changes.ts`
const PLACES = tenantStatement(
  'assessment/read-places',
  `SELECT place.number::int, clients.auth_provider AS provider, clients.features || clubs.features AS features,
     clubs.time_zone, groups.id IS NOT NULL AS group_found, groups.scheme_id, groups.last_date,
     coalesce(groups.assessment_levels, '{}') AS assessment_levels,
     (SELECT json_agg(json_build_array(from_date, to_date)) FROM user_clubs
      WHERE client_id = $1 AND user_id = place.author AND club_id = clubs.id) AS author_periods,
     (SELECT json_agg(json_build_array(from_date, to_date)) FROM group_coaches
      WHERE client_id = $1 AND group_id = groups.id AND user_id = place.author) AS coach_periods,
     (SELECT json_agg(json_build_array(date, extract(epoch FROM ended_at))) FROM session_covers
      WHERE client_id = $1 AND group_id = groups.id AND user_id = place.author) AS covers,
     (SELECT max(rev) FROM changes
      WHERE client_id = $1 AND club_id = clubs.id AND kind = 'group' AND key = place.group_key) AS changed_rev
   FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) WITH ORDINALITY
     place (author, club, group_id, group_key, number)
   JOIN clubs ON clubs.client_id = $1 AND clubs.id = place.club
   JOIN clients ON clients.client_id = $1
   LEFT JOIN groups ON groups.client_id = $1 AND groups.club_id = place.club AND groups.id = place.group_id`,
  {
    prepare: true,
    json: {
      features: FlagValues,
      author_periods: PeriodRows,
      coach_periods: PeriodRows,
      covers: Type.Array(Type.Tuple([Type.String(), nullable(Type.Number())])),
    },
  },
)

/** The clubs of operations, with their groups, as their authors know them, by `placeKey`. */
async function readPlaces(tx: Tx, named: readonly NamedAtClub[]) {
  const places = distinct(named, placeKey)
  if (places.length === 0) return new Map<string, Place>()
  const rows = await queryRows(tx, PLACES, [
    places.map(({ authorId }) => authorId),
    places.map(({ club }) => club),
    places.map(({ groupId }) => groupId),
    places.map(({ groupId }) => groupId?.toLowerCase() ?? null),
  ])
  return new Map(
    rows.flatMap((row) => {
      const place = places[row.number - 1]
      if (!place) return []
      const group: GroupState | null = row.group_found
        ? {
            schemeId: row.scheme_id,
            assessmentLevels: row.assessment_levels,
            lastDate: row.last_date,
            coachPeriods: periods(row.coach_periods),
            covers: (row.covers ?? []).map(([date, endedAt]) => ({ date, endedAt })),
            changedRev: row.changed_rev ?? 0,
          }
        : null
      const club = { timeZone: row.time_zone, authorPeriods: periods(row.author_periods) }
      return [[placeKey(place), { features: featuresOf(row.provider, row.features), club, group }] as const]
    }),
  )
}

// somebody who was erased is no member any more, but the log keeps the erasure, also over a restore
const MEMBERS = tenantStatement(
  'assessment/read-members',
  `SELECT person.number::int,
     CASE WHEN club_members.status = 'merged' THEN 'merged'
       WHEN club_members.member_id IS NOT NULL THEN 'at-club'
       WHEN guests.member_id IS NOT NULL THEN 'guest'
       WHEN EXISTS (SELECT FROM audit_log WHERE client_id = $1 AND entity = 'member'
         AND entity_id = person.member_key AND action = 'erase') THEN 'erased'
       WHEN EXISTS (SELECT FROM members WHERE client_id = $1 AND id = person.member) THEN 'elsewhere' END AS status,
     (SELECT json_agg(json_build_array(from_date, to_date)) FROM (
        SELECT from_date, to_date FROM group_members
        WHERE client_id = $1 AND group_id = person.group_id AND member_id = person.member
        UNION ALL
        SELECT guests.from_date, guests.to_date WHERE guests.group_id = person.group_id) stay) AS group_periods
   FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) WITH ORDINALITY
     person (club, group_id, member, member_key, number)
   LEFT JOIN club_members ON club_members.client_id = $1 AND club_members.club_id = person.club
     AND club_members.member_id = person.member
   LEFT JOIN guests ON guests.client_id = $1 AND guests.club_id = person.club AND guests.member_id = person.member`,
  { prepare: true, json: { group_periods: PeriodRows } },
)

/** The members of operations at their clubs, by `memberKey`. */
async function readMembers(tx: Tx, named: readonly NamedAtClub[]): Promise<Map<string, MemberState>> {
  const members = distinct(named, memberKey).filter(({ memberId }) => memberId !== null)
  if (members.length === 0) return new Map()
  const rows = await queryRows(tx, MEMBERS, [
    members.map(({ club }) => club),
    members.map(({ groupId }) => groupId),
    members.map(({ memberId }) => memberId),
    members.map(({ memberId }) => memberId?.toLowerCase() ?? null),
  ])
  return new Map(
    rows.flatMap((row) => {
      const member = members[row.number - 1]
      return member ? [[memberKey(member), { status: row.status, groupPeriods: periods(row.group_periods) }]] : []
    }),
  )
}

const NODES = tenantStatement(
  'assessment/read-nodes',
  `SELECT target.number::int, schemes.id AS scheme_id, schemes.deleted_at IS NOT NULL AS scheme_deleted,
     (SELECT extract(epoch FROM at)::float8 FROM scheme_edits
      WHERE client_id = $1 AND scheme_id = schemes.id ORDER BY revision DESC LIMIT 1) AS scheme_edited_at,
     scheme_nodes.t AS kind, scheme_nodes.deleted_at IS NOT NULL AS deleted,
     ARRAY(
       WITH RECURSIVE ancestors AS (
         SELECT scheme_nodes.id, scheme_nodes.parent_id
         UNION ALL
         SELECT parent.id, parent.parent_id FROM ancestors
         JOIN scheme_nodes parent ON parent.client_id = $1 AND parent.scheme_id = schemes.id
           AND parent.id = ancestors.parent_id)
       SELECT id FROM ancestors WHERE id IS NOT NULL) AS path,
     ARRAY(SELECT pass FROM node_pass_grades
       WHERE client_id = $1 AND scheme_id = schemes.id AND node_id = scheme_nodes.id) AS pass_grades
   FROM unnest($2::text[], $3::text[]) WITH ORDINALITY target (slug, node, number)
   JOIN schemes ON schemes.client_id = $1 AND schemes.slug = target.slug
   LEFT JOIN scheme_nodes ON scheme_nodes.client_id = $1 AND scheme_nodes.scheme_id = schemes.id
     AND scheme_nodes.id = target.node`,
  { prepare: true },
)

/** The nodes of operations, or only their schemes, by `nodeKey`. */
async function readNodes(tx: Tx, named: readonly NamedAtClub[]): Promise<Map<string, NodeState>> {
  const nodes = distinct(named, nodeKey).filter(({ schemeSlug }) => schemeSlug !== null)
  if (nodes.length === 0) return new Map()
  const rows = await queryRows(tx, NODES, [
    nodes.map(({ schemeSlug }) => schemeSlug),
    nodes.map(({ nodeId }) => nodeId),
  ])
  return new Map(
    rows.flatMap((row) => {
      const target = nodes[row.number - 1]
      if (!target) return []
      const { kind, deleted, path, pass_grades: passGrades } = row
      const state: NodeState = {
        schemeId: row.scheme_id,
        schemeDeleted: row.scheme_deleted,
        schemeEditedAt: row.scheme_edited_at,
        node: kind === null ? null : { kind, deleted, path, passGrades },
      }
      return [[nodeKey(target), state]]
    }),
  )
}

const BROUGHT_SCALES = tenantStatement(
  'assessment/list-brought-pass-grades',
  `SELECT lane.number::int, mark.pass
   FROM unnest($2::uuid[], $3::uuid[], $4::text[]) WITH ORDINALITY lane (member, scheme, node, number)
   JOIN assessments mark ON mark.client_id = $1 AND mark.member_id = lane.member AND mark.scheme_id = lane.scheme
     AND mark.node_id = lane.node AND mark.brought_by IS NOT NULL`,
)

/**
 * The nodes of marks by a scale that the node never had here, by `laneKeyOf`, with the pass grades that an import has
 * brought into the child's history: a coach who takes a mark back gives the one before it once more.
 */
async function readBroughtScales(
  tx: Tx,
  edits: readonly WellFormed[],
  nodes: ReadonlyMap<string, NodeState>,
): Promise<Map<string, NodeState>> {
  const lanes = edits.flatMap((edit) => {
    if (edit.kind !== 'mark' || isManualPass(edit.payload.schemeNodeId)) return []
    const names = namedAtClub(edit)
    const state = nodes.get(nodeKey(names))
    const isKnown = state?.node?.passGrades.includes(edit.payload.assessmentPassGrade) ?? true
    return state === undefined || isKnown ? [] : [{ names, state }]
  })
  if (lanes.length === 0) return new Map()
  const rows = await queryRows(tx, BROUGHT_SCALES, [
    lanes.map(({ names }) => names.memberId),
    lanes.map(({ state }) => state.schemeId),
    lanes.map(({ names }) => names.nodeId),
  ])
  const passes = Map.groupBy(rows, ({ number }) => number)
  return new Map(
    lanes.map(({ names, state: { node, ...scheme } }, index) => {
      const brought = (passes.get(index + 1) ?? []).map(({ pass }) => pass)
      const passGrades = [...(node?.passGrades ?? []), ...brought]
      return [laneKeyOf(names), { ...scheme, node: node && { ...node, passGrades } }]
    }),
  )
}

const SHARED_CLUBS = tenantStatement(
  'assessment/list-shared-clubs',
  `SELECT author.user_id AS author_id, users.id AS colleague_id, author.from_date, author.to_date,
     colleague.from_date AS colleague_from, colleague.to_date AS colleague_to
   FROM unnest($2::uuid[], $3::uuid[]) named (author, colleague)
   JOIN users ON users.client_id = $1 AND users.id = named.colleague
   JOIN user_clubs colleague ON colleague.client_id = $1 AND colleague.user_id = users.id
   JOIN user_clubs author ON author.client_id = $1 AND author.user_id = named.author
     AND author.club_id = colleague.club_id
   WHERE users.type = 'coach' AND users.status = 'current'`,
  { prepare: true },
)

/** The clubs where an author and an active coach whom the author's operation names both work, by `sharedKey`. */
async function readSharedClubs(tx: Tx, named: readonly NamedAtClub[]) {
  const pairs = distinct(named, sharedKey).filter(({ colleagueId }) => colleagueId !== null)
  if (pairs.length === 0) return new Map<string, CommandState['sharedClubs']>()
  const rows = await queryRows(tx, SHARED_CLUBS, [
    pairs.map(({ authorId }) => authorId),
    pairs.map(({ colleagueId }) => colleagueId),
  ])
  return new Map(
    [
      ...Map.groupBy(rows, ({ author_id: authorId, colleague_id: colleagueId }) =>
        sharedKey({ authorId, colleagueId }),
      ),
    ].map(([key, shared]) => [
      key,
      shared.map((row) => ({
        author: { from: row.from_date, to: row.to_date },
        colleague: { from: row.colleague_from, to: row.colleague_to },
      })),
    ]),
  )
}
