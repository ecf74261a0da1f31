import { Type } from 'typebox'
import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import type { UndoKind, UndoNeeds, UndoResult } from '#server/flows/change-sets/kind.ts'
import {
  broughtLanes,
  lockBroughtMembers,
  reasonsToKeep,
  removeImported,
  unchangedLanes,
} from '#server/flows/imports/undo.ts'
import { groupsBroughtTo, undoGroupsThere } from './undo-groups-there.ts'
import { undoPlans } from './undo-plans.ts'
import { BroughtLinks, BroughtToGroups } from './report.ts'
import { endGroups } from '#server/scheduling/groups/end-groups.ts'
import { execute, getRow, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle, StoredChangeSet } from '#server/platform/undo-journal.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'

/** Archives of clubs: what one has brought and nobody has used or changed since is removed. Accounts stay. */
export const returnKind: UndoKind = {
  days: UNDO_DAYS,
  isLeft: 'true',
  describe: describeReturns,
  undo: undoReturn,
}

const Ids = Type.Array(Type.String())
const Details = Type.Object({
  imports: Ids,
  groups: Ids,
  terms: Ids,
  guests: Ids,
  plans: Ids,
  /** Left out by archives from before they were noted. */
  links: Type.Optional(BroughtLinks),
  there: Type.Optional(BroughtToGroups),
})

const FACTS = tenantStatement(
  'flows/describe-returns',
  `SELECT archive.id, coalesce(jsonb_array_length(archive.details -> 'groups'), 0) AS groups,
     (SELECT coalesce(sum(import.entered), 0)::int FROM member_imports import WHERE import.client_id = archive.client_id
       AND archive.details -> 'imports' ? import.id::text) AS entered
   FROM change_sets archive WHERE archive.client_id = $1 AND archive.id = ANY($2)`,
)

async function describeReturns(
  tx: Tx,
  _context: ClubContext,
  ids: readonly string[],
): Promise<Map<string, ChangeSetFacts>> {
  const rows = await queryRows(tx, FACTS, [ids])
  return new Map(rows.map(({ id, ...facts }) => [id, { kind: 'return', ...facts }]))
}

const DETAILS = tenantStatement(
  'flows/read-what-archive-brought',
  'SELECT details FROM change_sets WHERE client_id = $1 AND id = $2',
  { json: { details: Details } },
)

/**
 * Removes what an archive has brought. Children whom somebody has worked with since stay with all their history, and so
 * do guests, lesson plans and groups, also groups that the club had before; when nothing would go, there is nothing to undo.
 */
async function undoReturn(
  tx: Tx,
  context: ClubContext,
  { id }: StoredChangeSet,
  needs: UndoNeeds,
): Promise<UndoResult> {
  refuseIfProviderOwns(context)
  const { imports, groups, terms, guests, plans, links, there } = (await getRow(tx, DETAILS, [id])).details
  const groupsToLock = [...groups, ...(there ? groupsBroughtTo(there) : [])]
  const members = await lockBroughtMembers(tx, context, { imports, groups: groupsToLock, guests }, id)
  const guestReasons = await readGuests(tx, context, id, guests)
  const kept: Obstacle[] = [...members, ...guestReasons].flatMap(({ uuid, why }) =>
    why === null ? [] : [{ why, id: uuid }],
  )
  const keep = kept.flatMap((child) => child.id ?? [])
  const changed: ChangedKey[] = []
  const entries = await removeEntries(tx, context, id, keep)
  kept.push(...entries.kept)
  changed.push(...entries.changed, ...(await removePlaces(tx, context, id, keep)))
  await removeLinks(tx, id, keep)
  for (const each of imports) {
    const result = await removeImported(tx, context, { id: each, archive: id, keep }, needs)
    if ('changed' in result) changed.push(...result.changed)
  }
  changed.push(...(await removeGuests(tx, context, guestReasons)))
  const removedPlans = await undoPlans(tx, context, plans, links)
  const removedGroups = await removeGroups(tx, context, id, groups)
  kept.push(...removedPlans.kept, ...removedGroups.kept)
  changed.push(...removedPlans.changed, ...removedGroups.changed)
  if (there) {
    const restored = await undoGroupsThere(tx, context, there)
    kept.push(...restored.kept)
    changed.push(...restored.changed)
  }
  await execute(tx, REMOVE_TERMS, [terms, id])
  return changed.length === 0 && kept.length > 0 ? { obstacles: kept } : { changed, kept }
}

const GUESTS = tenantStatement(
  'flows/list-guests-of-archive',
  `SELECT members.id, EXISTS (SELECT FROM guests WHERE guests.client_id = members.client_id
     AND guests.member_id = members.id) AS is_guest
   FROM members WHERE members.client_id = $1 AND members.id = ANY($2::uuid[]) ORDER BY members.id`,
)

/** The guests who are there, who are locked, with the reasons to keep them; a decision of the office is one. */
async function readGuests(tx: Tx, context: ClubContext, archive: string, ids: readonly string[]) {
  const present = await queryRows(tx, GUESTS, [ids])
  const reasons = await reasonsToKeep(tx, context, { id: archive, archive, members: present.map(({ id }) => id) })
  return present.map(({ id, is_guest: isGuest }) => ({
    uuid: id,
    why: reasons.get(id) ?? (isGuest === true ? null : ('changed' as const)),
  }))
}

const REMOVE_UNUSED = statement('flows/remove-unused-guests', 'SELECT remove_unused_members($1)')

const GUEST_GROUPS = tenantStatement(
  'flows/list-groups-of-guests',
  'SELECT group_id, member_id FROM guests WHERE client_id = $1 AND member_id = ANY($2::uuid[])',
)

async function removeGuests(
  tx: Tx,
  { clubId }: ClubContext,
  guests: readonly { uuid: string; why: string | null }[],
): Promise<ChangedKey[]> {
  const ids = guests.flatMap(({ uuid, why }) => (why === null ? [uuid] : []))
  if (ids.length === 0) return []
  const places = await queryRows(tx, GUEST_GROUPS, [ids])
  await execute(tx, REMOVE_UNUSED, [ids])
  return places.map(({ group_id, member_id }) => ({ clubId, kind: 'group_member', key: `${group_id}/${member_id}` }))
}

/** The entries of registers in the lanes $2, but of the members $3. */
const ENTRIES = tenantStatement(
  'flows/lock-entries-of-archive',
  `SELECT lane, kind, member_id FROM registers
   WHERE client_id = $1 AND lane = ANY($2::text[]) AND NOT member_id = ANY($3::uuid[])
   ORDER BY lane FOR UPDATE`,
)

const REMOVE_EDITS = tenantStatement(
  'flows/remove-edits-of-archive',
  'DELETE FROM register_edits WHERE client_id = $1 AND lane = ANY($2::text[])',
)

const REMOVE_ENTRIES = tenantStatement(
  'flows/remove-entries-of-archive',
  'DELETE FROM registers WHERE client_id = $1 AND lane = ANY($2::text[])',
)

async function removeEntries(tx: Tx, { clubId }: ClubContext, archive: string, keep: readonly string[]) {
  const entries = await queryRows(tx, ENTRIES, [await broughtLanes(tx, archive), keep])
  // after the lock, which devices wait for
  const unchanged = await unchangedLanes(tx, archive)
  const removed = entries.filter(({ lane }) => unchanged.has(lane))
  const lanes = removed.map(({ lane }) => lane)
  await execute(tx, REMOVE_EDITS, [lanes])
  await execute(tx, REMOVE_ENTRIES, [lanes])
  const usedBy = new Set(entries.filter(({ lane }) => !unchanged.has(lane)).map(({ member_id }) => member_id))
  return {
    kept: [...usedBy].map((id): Obstacle => ({ why: 'marks', id })),
    changed: removed.map(({ kind, lane, member_id: memberId }): ChangedKey =>
      kind === 'note'
        ? { clubId, kind: 'member', key: memberId }
        : { clubId, kind: 'register', key: `${memberId}/${lane}` },
    ),
  }
}

const PLACES = tenantStatement(
  'flows/list-places-of-archive',
  `SELECT group_id, member_id, from_date, after_to FROM change_set_places
   WHERE client_id = $1 AND change_set_id = $2 AND NOT existed AND NOT member_id = ANY($3::uuid[])`,
)

/** The groups in which members have attendance or a mark. */
const USED_PLACES = tenantStatement(
  'flows/list-used-places-of-archive',
  `SELECT group_id, member_id FROM registers WHERE client_id = $1 AND member_id = ANY($2::uuid[])
   UNION SELECT group_id, member_id FROM assessments
   WHERE client_id = $1 AND member_id = ANY($2::uuid[]) AND brought_by IS NULL`,
)

/** A stay that was changed since has another last day. */
const REMOVE_PLACES = tenantStatement(
  'flows/remove-places-of-archive',
  `DELETE FROM group_members
   USING unnest($2::uuid[], $3::uuid[], $4::date[], $5::date[]) stay (group_id, member, first_day, last_day)
   WHERE group_members.client_id = $1 AND group_members.group_id = stay.group_id
     AND group_members.member_id = stay.member AND group_members.from_date = stay.first_day
     AND group_members.to_date IS NOT DISTINCT FROM stay.last_day
   RETURNING group_members.group_id, group_members.member_id`,
)

async function removePlaces(
  tx: Tx,
  { clubId }: ClubContext,
  archive: string,
  keep: readonly string[],
): Promise<ChangedKey[]> {
  const places = await queryRows(tx, PLACES, [archive, keep])
  const keyOf = (place: { group_id: string | null; member_id: string }) => `${place.group_id}/${place.member_id}`
  const members = [...new Set(places.map(({ member_id: id }) => id))]
  const used = new Set((await queryRows(tx, USED_PLACES, [members])).map(keyOf))
  const unused = places.filter((place) => !used.has(keyOf(place)))
  const removed = await queryRows(tx, REMOVE_PLACES, [
    unused.map(({ group_id: id }) => id),
    unused.map(({ member_id: id }) => id),
    unused.map(({ from_date: from }) => from),
    unused.map(({ after_to: to }) => to),
  ])
  return removed.map((place) => ({ clubId, kind: 'group_member', key: keyOf(place) }))
}

const isOfArchive = (links: string) => `own.client_id = $1 AND own.change_set_id = $2
  AND NOT own.member_id = ANY($3::uuid[]) AND ${links}.client_id = own.client_id
  AND ${links}.user_id = own.user_id AND ${links}.member_id = own.member_id`

const REMOVE_INVITATIONS = tenantStatement(
  'flows/remove-invitations-of-archive',
  `DELETE FROM invited_links USING change_set_links own WHERE own.invited AND ${isOfArchive('invited_links')}`,
)

const REMOVE_LINKS = tenantStatement(
  'flows/remove-links-of-archive',
  `DELETE FROM member_links USING change_set_links own WHERE NOT own.invited AND ${isOfArchive('member_links')}`,
)

/** Parents who were invited or linked follow the children no more; their accounts stay. */
async function removeLinks(tx: Tx, archive: string, keep: readonly string[]): Promise<void> {
  await execute(tx, REMOVE_INVITATIONS, [archive, keep])
  await execute(tx, REMOVE_LINKS, [archive, keep])
}

/** SQL: rows of a table name the group of the row `groups`. */
const named = (table: string, condition = 'true', column = 'group_id') =>
  `EXISTS (SELECT FROM ${table} row WHERE row.client_id = groups.client_id AND row.${column} = groups.id AND ${condition})`

/** SQL: a coach has put the plan of the row on the group. */
const ATTACHED_SINCE = `row.attached AND EXISTS (SELECT FROM lesson_plan_edits edit
  WHERE edit.client_id = row.client_id AND edit.plan_id = row.plan_id
    AND edit.lane = 'plan-group/' || row.group_id || '/' || row.plan_id)`

/** Before their use is read, or what comes while this waits would not be seen. */
const LOCK_GROUPS = tenantStatement(
  'flows/lock-groups-of-archive',
  'SELECT FROM groups WHERE client_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
)

/**
 * The groups of archive $3 of club $4: `is_used` when somebody is in one, was marked there, or has changed it since, and
 * `is_named` when history names it, so that it cannot go. Marks are looked through once for all groups, those of the
 * club alone: no index leads from a group to its marks.
 */
const GROUPS = tenantStatement(
  'flows/read-groups-of-archive',
  `WITH marked AS MATERIALIZED (SELECT mark.group_id, bool_or(mark.brought_by IS NULL) AS here FROM assessments mark
     WHERE mark.client_id = $1 AND mark.club_id = $4 AND mark.group_id = ANY($2::uuid[]) GROUP BY mark.group_id)
   SELECT groups.id, ${named('group_members')} OR ${named('registers')} OR ${named('guests')}
       OR EXISTS (SELECT FROM marked WHERE marked.group_id = groups.id AND marked.here)
       OR ${named('lesson_plan_groups', ATTACHED_SINCE)}
       OR EXISTS (SELECT FROM audit_log entry JOIN change_sets archive ON archive.client_id = $1 AND archive.id = $3
         WHERE entry.client_id = $1 AND entry.entity = 'group' AND entry.entity_id = groups.id::text
           AND entry.at > archive.logged_at) AS is_used,
     EXISTS (SELECT FROM marked WHERE marked.group_id = groups.id)
       OR ${named('change_set_stays')} OR ${named('term_decisions')}
       OR ${named('term_decisions', 'true', 'to_group_id')} OR ${named('term_places')} OR ${named('term_stays')}
       OR ${named('roster_groups')}
       OR EXISTS (SELECT FROM change_set_places row JOIN change_sets other ON other.client_id = row.client_id
           AND other.id = row.change_set_id
         WHERE row.client_id = $1 AND row.group_id = groups.id AND other.kind NOT IN ('return', 'import')) AS is_named
   FROM groups WHERE groups.client_id = $1 AND groups.id = ANY($2::uuid[]) ORDER BY groups.id`,
)

const ofGroups = (table: string) =>
  `DELETE FROM ${table} WHERE client_id = $1 AND ${table === 'groups' ? 'id' : 'group_id'} = ANY($2::uuid[])`

/** What goes with a group, the group last. */
const REMOVE_GROUPS = [
  tenantStatement('flows/remove-coaches-of-archive', ofGroups('group_coaches')),
  tenantStatement('flows/remove-covers-of-archive', ofGroups('session_covers')),
  tenantStatement('flows/remove-sessions-of-archive', ofGroups('session_exceptions')),
  tenantStatement('flows/remove-links-of-groups-of-archive', ofGroups('lesson_plan_groups')),
  tenantStatement('flows/remove-journal-of-archive', ofGroups('change_set_places')),
  tenantStatement('flows/remove-groups-of-archive', ofGroups('groups')),
]

async function removeGroups(tx: Tx, context: ClubContext, archive: string, ids: readonly string[]) {
  await execute(tx, LOCK_GROUPS, [ids])
  const groups = await queryRows(tx, GROUPS, [ids, archive, context.clubId])
  const unused = groups.filter(({ is_used: isUsed }) => isUsed !== true)
  const gone = unused.filter(({ is_named: isNamed }) => isNamed !== true).map(({ id }) => id)
  const ended = unused.filter(({ is_named: isNamed }) => isNamed === true).map(({ id }) => id)
  for (const each of REMOVE_GROUPS) await execute(tx, each, [gone])
  return {
    kept: groups.flatMap(({ id, is_used: isUsed }): Obstacle[] => (isUsed === true ? [{ why: 'used', id }] : [])),
    changed: [
      ...gone.map((key): ChangedKey => ({ clubId: context.clubId, kind: 'group', key })),
      ...(ended.length === 0 ? [] : await endGroups(tx, context, ended)),
    ],
  }
}

/** The terms of archive $3 that nobody has changed since. */
const REMOVE_TERMS = tenantStatement(
  'flows/remove-terms-of-archive',
  `DELETE FROM terms WHERE client_id = $1 AND id = ANY($2::uuid[]) AND NOT EXISTS (
     SELECT FROM audit_log entry JOIN change_sets archive ON archive.client_id = $1 AND archive.id = $3
     WHERE entry.client_id = $1 AND entry.entity = 'term' AND entry.entity_id = terms.id::text
       AND entry.at > archive.logged_at)`,
)
