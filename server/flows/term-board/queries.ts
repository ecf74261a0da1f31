import type { TermApplication, TermBoard, TermDraft, TermGroup, TermMember } from '#contract/flows/term-board.ts'
import type { ProgressState } from '#domain/assessment/engine.ts'
import { readiness } from '#domain/flows/term-board.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import { scoresSql } from '#server/members/queries.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** How many columns are shown when no groups are chosen. */
const DEFAULT_COLUMNS = 24
export const UNDO_DAYS = 30

/** SQL condition: the place `gm` lasts until the date of effect ($2) or longer. */
const stillIn = (gm: string) => `(${gm}.to_date IS NULL OR ${gm}.to_date >= $2::date)`

/** The day from which decisions take effect: the chosen one, but not before today. */
async function dateOfEffect(tx: Tx, context: ClubContext): Promise<string> {
  const { rows } = await tx.query<{ on: string }>(
    prepared(`SELECT greatest(term_date, $2::date)::text AS on FROM clubs WHERE id = $1`, [
      context.clubId,
      context.today,
    ]),
  )
  return rows[0]?.on ?? context.today
}

/** The club's groups that have not ended today, by name, with their size on the date of effect. */
export async function readGroups(
  tx: Tx,
  context: ClubContext,
  on: string,
): Promise<(TermGroup & { scheme_id: string | null })[]> {
  const { rows } = await tx.query<TermGroup & { scheme_id: string | null }>(
    prepared(
      `SELECT g.id, g.name, g.scheme_id, s.slug AS scheme_slug, g.levels, g.weekdays, to_char(g.start_at, 'HH24:MI') AS start_at,
         g.duration_minutes, g.max_size, g.age_from, g.age_to, coalesce(n.size, 0)::int AS size,
         coalesce(g.last_date < $2::date, false) AS over
       FROM groups g LEFT JOIN schemes s ON s.client_id = g.client_id AND s.id = g.scheme_id
       LEFT JOIN (SELECT gm.group_id, count(DISTINCT gm.member_id) AS size FROM group_members gm
         JOIN groups o ON o.client_id = gm.client_id AND o.id = gm.group_id AND o.club_id = $1
         WHERE ${stillIn('gm')} GROUP BY gm.group_id) n ON n.group_id = g.id
       WHERE g.club_id = $1 AND (g.last_date IS NULL OR g.last_date >= $3::date) ORDER BY folded(g.name), g.id`,
      [context.clubId, on, context.today],
    ),
  )
  return rows
}

/** The decisions about members who are still in the group that a decision was made in. */
export async function readDraft(tx: Tx, context: ClubContext, asOf?: string): Promise<TermDraft> {
  const on = asOf ?? (await dateOfEffect(tx, context))
  const { rows: decisions } = await tx.query<TermDraft['decisions'][number]>(
    prepared(
      `SELECT d.group_id, d.member_id AS member_uuid, d.to_group_id, m.firstname, m.lastname FROM term_decisions d
       JOIN members m ON m.client_id = d.client_id AND m.id = d.member_id
       WHERE d.club_id = $1 AND EXISTS (SELECT FROM group_members gm WHERE gm.client_id = d.client_id AND gm.group_id = d.group_id
         AND gm.member_id = d.member_id AND ${stillIn('gm')}) ORDER BY d.group_id, d.member_id`,
      [context.clubId, on],
    ),
  )
  const decided = decisions.map((row) => [row.group_id, row.member_uuid, row.to_group_id])
  return { decisions, on, revision: revisionOf([on, decided]) }
}

/** The last application of a draft, if it can still be undone. */
async function lastApplication(tx: Tx, context: ClubContext): Promise<TermApplication | null> {
  const { rows } = await tx.query<TermApplication & { undone: boolean }>(
    prepared(
      `SELECT a.id, floor(extract(epoch FROM a.at))::int AS at, u.firstname || ' ' || u.lastname AS by,
         a.holds_from::text AS on, a.moves, a.stays
       FROM term_applications a JOIN users u ON u.client_id = a.client_id AND u.id = a.user_id
       WHERE a.club_id = $1 AND a.undone_at IS NULL AND a.at > to_timestamp($2::bigint / 1000.0) - make_interval(days => ${UNDO_DAYS})
       ORDER BY a.at DESC, a.id LIMIT 1`,
      [context.clubId, context.nowMs],
    ),
  )
  return rows[0] ?? null
}

interface MemberRow extends Omit<TermMember, 'why' | 'level' | 'wanted'> {
  group_id: string
  states: Record<string, ProgressState>
}

/** The members of groups, each with scores, the states of levels, and a coach's note on moving on (`said`). */
async function readMembers(
  tx: Tx,
  context: ClubContext,
  on: string,
  groupIds: readonly string[],
): Promise<MemberRow[]> {
  const { rows } = await tx.query<MemberRow>(
    prepared(
      `SELECT p.group_id, m.id AS uuid, m.firstname, m.lastname, extract(year FROM age($2::date, m.dob))::int AS age, p.from, p.to,
         m.current_remote_node_id, ${scoresSql} AS scores,
         (SELECT r.value #>> '{}' FROM registers r WHERE r.client_id = p.client_id AND r.lane = 'move/' || p.group_id || '/' || m.id) AS said,
         coalesce((SELECT json_object_agg(pr.node_id, pr.state) FROM progress pr JOIN scheme_nodes n ON n.client_id = pr.client_id
             AND n.scheme_id = pr.scheme_id AND n.id = pr.node_id AND n.t = 'l' AND n.deleted_at IS NULL
           WHERE pr.client_id = p.client_id AND pr.member_id = m.id AND pr.scheme_id = g.scheme_id), '{}') AS states,
         ARRAY(SELECT DISTINCT gm.group_id::text FROM group_members gm JOIN groups o ON o.client_id = gm.client_id AND o.id = gm.group_id
           AND o.club_id = $3 WHERE gm.client_id = p.client_id AND gm.member_id = m.id AND gm.group_id <> p.group_id
           AND ${stillIn('gm')}) AS elsewhere
       FROM (SELECT gm.client_id, gm.group_id, gm.member_id, nullif(greatest(min(gm.from_date), $4::date), $4::date)::text AS from,
           nullif(max(coalesce(gm.to_date, 'infinity')), 'infinity')::text AS to FROM group_members gm
         WHERE gm.group_id = ANY($1) AND ${stillIn('gm')} GROUP BY gm.client_id, gm.group_id, gm.member_id) p
       JOIN groups g ON g.client_id = p.client_id AND g.id = p.group_id
       JOIN members m ON m.client_id = p.client_id AND m.id = p.member_id
       ORDER BY folded(m.lastname || ' ' || m.firstname), m.id`,
      [groupIds, on, context.clubId, context.today],
    ),
  )
  return rows
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
  const orders = new Map(
    [...schemes].map(([id, { scheme }]) => [
      id,
      scheme.nodes.filter((node, i) => node.t === 'l' && scheme.counts[i] === 1).map((node) => node.id),
    ]),
  )
  const rank = (group: (typeof groups)[number]) => {
    const order = orders.get(group.scheme_id ?? '') ?? []
    const [first] = group.levels
    const index = order.indexOf(first ?? '')
    return index < 0 ? order.length : index
  }
  groups.sort((a, b) => (a.scheme_slug ?? '').localeCompare(b.scheme_slug ?? '') || rank(a) - rank(b))
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
        ...readiness(
          orders.get(group.scheme_id ?? '') ?? [],
          group.levels,
          (id) => states[id],
          member.current_remote_node_id,
        ),
      })),
  }))
  return {
    groups: groups.map(({ scheme_id: _scheme, ...group }) => group),
    columns,
    draft: await readDraft(tx, context, on),
    applied: await lastApplication(tx, context),
  }
}
