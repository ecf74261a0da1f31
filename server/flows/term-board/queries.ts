import { Type } from 'typebox'
import {
  TermMember,
  type TermApplication,
  type TermBoard,
  type TermDraft,
  type TermGroup,
} from '#contract/flows/term-board.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import { readiness } from '#domain/flows/term-board.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import { scoresSql } from '#server/members/queries.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { exactDays } from '#server/platform/sql/exact-days.ts'
import { findRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** How many columns (groups with their members) are shown when no groups are chosen. */
const DEFAULT_COLUMNS = 24

/** What an application notes in its change set. */
export const DetailsOfApplication = Type.Object({ on: Type.String(), moves: Type.Integer(), stays: Type.Integer() })

/** What a coach has entered about moving on. */
export const EnteredMove = Type.Union([Type.Literal('move'), Type.Literal('stay')])

const ProgressStates = Type.Union([
  Type.Literal('available'),
  Type.Literal('started'),
  Type.Literal('completed'),
  Type.Literal('passed'),
])

/** SQL condition: `place`, a row of `group_members`, lasts until the date of effect (`on`, here $2) or longer. */
const lastsUntilEffect = '(place.to_date IS NULL OR place.to_date >= $2::date)'

/** SQL condition: the member of `decision`, a row of `term_decisions`, is still in the group that the decision is about. */
const decisionStands = `EXISTS (SELECT FROM group_members place
  WHERE place.client_id = decision.client_id AND place.group_id = decision.group_id
    AND place.member_id = decision.member_id AND ${lastsUntilEffect})`

const DATE_OF_EFFECT = tenantStatement(
  'flows/read-date-of-effect',
  'SELECT greatest(term_date, $3::date) AS on FROM clubs WHERE client_id = $1 AND id = $2',
  { prepare: true },
)

/** The day from which decisions take effect: the chosen one, but not before today. */
async function dateOfEffect(tx: Tx, context: ClubContext): Promise<string> {
  const row = await findRow(tx, DATE_OF_EFFECT, [context.clubId, context.today])
  return row?.on ?? context.today
}

const GROUPS = tenantStatement(
  'flows/list-groups-of-board',
  `SELECT groups.id, groups.name, groups.scheme_id, scheme.slug AS scheme_slug, groups.levels, groups.weekdays,
     to_char(groups.start_at, 'HH24:MI') AS start_at, groups.duration_minutes, groups.max_size,
     groups.age_from, groups.age_to, coalesce(members.size, 0)::int AS size,
     coalesce(groups.last_date < $2::date, false) AS over
   FROM groups
   LEFT JOIN schemes scheme ON scheme.client_id = groups.client_id AND scheme.id = groups.scheme_id
   LEFT JOIN (SELECT place.group_id, count(DISTINCT place.member_id) AS size FROM group_members place
     JOIN groups of_club ON of_club.client_id = place.client_id AND of_club.id = place.group_id
       AND of_club.club_id = $3
     WHERE place.client_id = $1 AND ${lastsUntilEffect}
       -- who got a place here after a decision to move here is counted with the decision
       AND NOT EXISTS (SELECT FROM term_decisions decision
         WHERE decision.client_id = place.client_id AND decision.club_id = $3
           AND decision.to_group_id = place.group_id AND decision.member_id = place.member_id
           AND ${decisionStands})
     GROUP BY place.group_id) members
     ON members.group_id = groups.id
   WHERE groups.client_id = $1 AND groups.club_id = $3 AND (groups.last_date IS NULL OR groups.last_date >= $4::date)
   ORDER BY folded(groups.name), groups.id`,
  { prepare: true },
)

/**
 * The club's groups that have not ended today, by name, with their size on the date of effect (`on`) and whether they
 * have ended by then (`over`).
 */
export async function readGroups(
  tx: Tx,
  context: ClubContext,
  on: string,
): Promise<(TermGroup & { scheme_id: string | null })[]> {
  return queryRows(tx, GROUPS, [on, context.clubId, context.today])
}

const DECISIONS = tenantStatement(
  'flows/list-decisions',
  `SELECT decision.group_id, decision.member_id AS member_uuid, decision.to_group_id,
     member.firstname, member.lastname
   FROM term_decisions decision
   JOIN members member ON member.client_id = decision.client_id AND member.id = decision.member_id
   WHERE decision.client_id = $1 AND decision.club_id = $3 AND ${decisionStands}
   ORDER BY decision.group_id, decision.member_id`,
  { prepare: true },
)

/**
 * The decisions about members who are still in the group in which the decision was made. `effectDate` is the date of
 * effect, if the caller has read it already.
 */
export async function readDraft(tx: Tx, context: ClubContext, effectDate?: string): Promise<TermDraft> {
  const on = effectDate ?? (await dateOfEffect(tx, context))
  const decisions = await queryRows(tx, DECISIONS, [on, context.clubId])
  const decided = decisions.map((row) => [row.group_id, row.member_uuid, row.to_group_id])
  return { decisions, on, revision: revisionOf([on, decided]) }
}

const LAST_APPLICATION = tenantStatement(
  'flows/read-last-application',
  `SELECT application.id, floor(extract(epoch FROM application.at))::int AS at,
     administrator.firstname || ' ' || administrator.lastname AS by, application.details
   FROM change_sets application
   JOIN users administrator ON administrator.client_id = application.client_id
     AND administrator.id = application.user_id
   WHERE application.client_id = $1 AND application.club_id = $2 AND application.kind = 'term-board'
     AND application.undone_at IS NULL
     AND application.at > to_timestamp($3::bigint / 1000.0) - ${exactDays(UNDO_DAYS)}
   ORDER BY application.at DESC, application.id LIMIT 1`,
  { json: { details: DetailsOfApplication }, prepare: true },
)

/** The last application of a draft, if it can still be undone. */
async function readLastApplication(tx: Tx, context: ClubContext): Promise<TermApplication | null> {
  const row = await findRow(tx, LAST_APPLICATION, [context.clubId, context.nowMs])
  if (!row) return null
  const { details, ...application } = row
  return { ...application, ...details }
}

/** A member's places in one group are one entry. `states` are the states of the levels by node id. */
const MEMBERS = tenantStatement(
  'flows/list-members-of-board',
  `SELECT entry.group_id, m.id AS uuid, m.firstname, m.lastname,
     extract(year FROM age($2::date, m.dob))::int AS age, entry.from, entry.to,
     m.current_remote_node_id, ${scoresSql('m')} AS scores,
     (SELECT register.value FROM registers register WHERE register.client_id = m.client_id
       AND register.member_id = m.id AND register.kind = 'move' AND register.group_id = entry.group_id) AS said,
     coalesce((SELECT json_object_agg(progress.node_id, progress.state) FROM progress
       JOIN scheme_nodes node ON node.client_id = progress.client_id AND node.scheme_id = progress.scheme_id
         AND node.id = progress.node_id AND node.t = 'l' AND node.deleted_at IS NULL
       WHERE progress.client_id = m.client_id AND progress.member_id = m.id
         AND progress.scheme_id = groups.scheme_id), '{}') AS states,
     ARRAY(SELECT DISTINCT place.group_id::text FROM group_members place
       JOIN groups other ON other.client_id = place.client_id AND other.id = place.group_id AND other.club_id = $4
       WHERE place.client_id = m.client_id AND place.member_id = m.id
         AND place.group_id <> entry.group_id AND ${lastsUntilEffect}) AS elsewhere
   FROM (
     -- from and to: null when the member is in the group already, or has no last day
     SELECT place.client_id, place.group_id, place.member_id,
       nullif(greatest(min(place.from_date), $5::date), $5::date)::text AS from,
       nullif(max(coalesce(place.to_date, 'infinity')), 'infinity')::text AS to
     FROM group_members place WHERE place.client_id = $1 AND place.group_id = ANY($3) AND ${lastsUntilEffect}
     GROUP BY place.client_id, place.group_id, place.member_id) entry
   JOIN groups ON groups.client_id = entry.client_id AND groups.id = entry.group_id
   JOIN members m ON m.client_id = entry.client_id AND m.id = entry.member_id
   -- only guests have no date of birth, and they are in no group
   WHERE m.dob IS NOT NULL
   ORDER BY folded(m.lastname || ' ' || m.firstname), m.id`,
  {
    json: {
      scores: TermMember.properties.scores,
      said: EnteredMove,
      states: Type.Record(Type.String(), ProgressStates),
    },
    prepare: true,
  },
)

/**
 * The members of groups, each with scores, the states of levels, what a coach has entered about moving on (`said`), and
 * the other groups of the club that the member is in (`elsewhere`).
 */
async function readMembers(
  tx: Tx,
  context: ClubContext,
  on: string,
  groupIds: readonly string[],
): Promise<RowOf<typeof MEMBERS>[]> {
  return queryRows(tx, MEMBERS, [on, groupIds, context.clubId, context.today])
}

/** Reads the board: all groups of the club, the members of the chosen (or the first) groups, and the decisions. */
export async function readBoard(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  chosen: readonly string[] | null,
): Promise<TermBoard> {
  const on = await dateOfEffect(tx, context)
  const groups = await readGroups(tx, context, on)
  const schemeIds = [...new Set(groups.flatMap((group) => group.scheme_id ?? []))]
  const schemes = await curricula.schemes(tx, context.clientId, schemeIds)
  // the levels of each scheme that count for progress, in their order
  const levelsByScheme = new Map(
    [...schemes].map(([id, { scheme }]) => {
      const levels = scheme.nodes.filter((node, index) => node.t === 'l' && scheme.counts[index] === 1)
      return [id, levels.map((level) => level.id)]
    }),
  )
  const levelsOf = (group: (typeof groups)[number]) => levelsByScheme.get(group.scheme_id ?? '') ?? []
  /** The position of a group's first level in its scheme; groups without one come last. */
  const firstLevelIndex = (group: (typeof groups)[number]) => {
    const levels = levelsOf(group)
    const index = levels.indexOf(group.levels[0] ?? '')
    return index < 0 ? levels.length : index
  }
  groups.sort(
    (a, b) => (a.scheme_slug ?? '').localeCompare(b.scheme_slug ?? '') || firstLevelIndex(a) - firstLevelIndex(b),
  )
  const shown = chosen === null ? groups.slice(0, DEFAULT_COLUMNS) : groups.filter((group) => chosen.includes(group.id))
  const members = await readMembers(
    tx,
    context,
    on,
    shown.map((group) => group.id),
  )
  const columns = shown.map((group) => ({
    id: group.id,
    members: members
      .filter((member) => member.group_id === group.id)
      .map(({ group_id: _group, states, ...member }) => ({
        ...member,
        ...readiness(levelsOf(group), group.levels, (id) => states[id], member.current_remote_node_id),
      })),
  }))
  return {
    groups: groups.map(({ scheme_id: _scheme, ...group }) => group),
    columns,
    draft: await readDraft(tx, context, on),
    applied: await readLastApplication(tx, context),
  }
}
