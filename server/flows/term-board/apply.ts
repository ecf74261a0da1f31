import { overfullGroups } from '#domain/flows/term-board.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import { placeKeys } from '#server/members/leave-groups.ts'
import { listPlaces } from '#server/scheduling/groups/restore-places.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { noteChangeSet } from '#server/platform/undo-journal.ts'
import { lockBoard, SET_DATE } from './save-decision.ts'
import { recordMoves } from './record-moves.ts'
import { readDraft, readGroups } from './queries.ts'

const LOCK_GROUPS = tenantStatement(
  'flows/lock-groups-of-application',
  'SELECT FROM groups WHERE client_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
)
const LOCK_MEMBERS = tenantStatement(
  'flows/lock-members-of-application',
  `SELECT member_id, status FROM club_members WHERE client_id = $1 AND club_id = $2 AND member_id = ANY($3)
   ORDER BY member_id FOR NO KEY UPDATE`,
)

/**
 * Locks the groups of an application in the order of their ids, as every move does, and then its members, so that none
 * becomes inactive meanwhile. Returns the inactive members.
 */
async function lockPlaces(
  tx: Tx,
  context: ClubContext,
  groupIds: readonly string[],
  memberIds: readonly string[],
): Promise<{ inactive: string[] }> {
  await execute(tx, LOCK_GROUPS, [groupIds])
  const rows = await queryRows(tx, LOCK_MEMBERS, [context.clubId, memberIds])
  return { inactive: rows.filter(({ status }) => status !== 'active').map((row) => row.member_id) }
}

/** Keys for the club's change list: all places in groups that an application changed, and their groups and members. */
export async function listPlaceKeys(tx: Tx, context: ClubContext, applicationId: string): Promise<ChangedKey[]> {
  const places = await listPlaces(tx, applicationId)
  const memberIds = [...new Set(places.map((place) => place.member_id))]
  return [...placeKeys(context, places), ...(await lockAndListMemberKeys(tx, context.clubId, memberIds))]
}

/**
 * The places (rows of `group_members`) that change, each with its last day before and after. Members leave a group on
 * the day before the date of effect, as everywhere (server/scheduling/groups/membership.ts).
 */
const NOTE_PLACES = tenantStatement(
  'flows/note-places-of-application',
  `INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to,
     after_to)
   -- places in the groups that are left
   SELECT $1, $2::uuid, place.group_id, place.member_id, place.from_date, true, place.to_date, $5::date - 1
   FROM unnest($3::uuid[], $4::uuid[]) move (group_id, member_id)
   JOIN group_members place ON place.client_id = $1 AND place.group_id = move.group_id
     AND place.member_id = move.member_id AND (place.to_date IS NULL OR place.to_date >= $5)
   UNION ALL
   -- places in the groups that are entered, unless the member is in the group already
   SELECT $1, $2::uuid, groups.id, move.member_id, greatest($5::date, groups.first_date),
     earlier.member_id IS NOT NULL, earlier.to_date, NULL
   FROM unnest($6::uuid[], $4::uuid[]) move (group_id, member_id)
   JOIN groups ON groups.client_id = $1 AND groups.id = move.group_id
   LEFT JOIN group_members earlier ON earlier.client_id = groups.client_id AND earlier.group_id = groups.id
     AND earlier.member_id = move.member_id AND earlier.from_date = greatest($5::date, groups.first_date)
   WHERE NOT EXISTS (SELECT FROM group_members place WHERE place.client_id = groups.client_id
     AND place.group_id = groups.id AND place.member_id = move.member_id
     AND (place.to_date IS NULL OR place.to_date >= $5))
   UNION ALL
   -- the member's last place in the group that is entered, which would end after the date of effect
   SELECT $1, $2::uuid, place.group_id, place.member_id, place.from_date, true, place.to_date, NULL
   FROM unnest($6::uuid[], $4::uuid[]) move (group_id, member_id)
   JOIN group_members place ON place.client_id = $1 AND place.group_id = move.group_id
     AND place.member_id = move.member_id AND place.to_date >= $5
   WHERE NOT EXISTS (SELECT FROM group_members later WHERE later.client_id = place.client_id
       AND later.group_id = place.group_id AND later.member_id = place.member_id
       AND (later.to_date IS NULL OR later.to_date > place.to_date))
     -- another decision may move the member out of that group
     AND NOT EXISTS (SELECT FROM unnest($3::uuid[], $4::uuid[]) leaving (group_id, member_id)
       WHERE leaving.group_id = place.group_id AND leaving.member_id = place.member_id)
   RETURNING client_id`,
)

const WRITE_PLACES = tenantStatement(
  'flows/write-places-of-application',
  `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
   SELECT client_id, group_id, member_id, from_date, after_to FROM change_set_places
   WHERE client_id = $1 AND change_set_id = $2
   ON CONFLICT (client_id, group_id, member_id, from_date) DO UPDATE SET to_date = excluded.to_date
   RETURNING client_id`,
)

/** Who stays, each with what a coach had entered about moving on (`before`), for the undo. */
const NOTE_STAYS = tenantStatement(
  'flows/note-stays-of-application',
  `INSERT INTO change_set_stays (client_id, change_set_id, group_id, member_id, before)
   SELECT $1, $2, stay.group_id, stay.member_id, register.value
   FROM unnest($3::uuid[], $4::uuid[]) stay (group_id, member_id)
   LEFT JOIN registers register ON register.client_id = $1 AND register.member_id = stay.member_id
     AND register.kind = 'move' AND register.group_id = stay.group_id RETURNING client_id`,
)

const CLEAR_DECISIONS = tenantStatement(
  'flows/clear-decisions',
  'DELETE FROM term_decisions WHERE client_id = $1 AND club_id = $2',
)

/**
 * Applies the whole draft or nothing. `ifMatch` is the revision of the draft that the administrator looked at. Returns
 * what has changed, and the id of the change set.
 */
export async function applyBoard(
  tx: Tx,
  context: ClubContext,
  ifMatch: string,
): Promise<{ changed: ChangedKey[]; id: string }> {
  await lockBoard(tx, context)
  const draftBeforeLocks = await readDraft(tx, context)
  const moves = draftBeforeLocks.decisions.flatMap(({ to_group_id: toGroup, ...decision }) =>
    toGroup === null ? [] : [{ ...decision, toGroup }],
  )
  const { inactive } = await lockPlaces(
    tx,
    context,
    [...new Set(moves.flatMap((move) => [move.group_id, move.toGroup]))],
    moves.map((move) => move.member_uuid),
  )
  // read again under the locks, because decisions about members who left meanwhile do not count any more
  const draft = await readDraft(tx, context)
  matchRevision(ifMatch, draft.revision)
  if (draft.decisions.length === 0) throw new Refusal('TERM_STATE', { detail: 'nothing is decided' })
  if (inactive.length > 0) throw new Refusal('MEMBER_INACTIVE', { ids: inactive })
  // the date of effect
  const { on } = draft
  const groups = await readGroups(tx, context, on)
  const isOpen = (id: string) => groups.some((group) => group.id === id && !group.over)
  const ended = moves.map(({ toGroup }) => toGroup).filter((group) => !isOpen(group))
  if (ended.length > 0) throw new Refusal('TERM_STATE', { detail: 'groups are over', ids: [...new Set(ended)] })
  const full = overfullGroups(groups, draft.decisions)
  if (full.length > 0) throw new Refusal('GROUP_FULL', { ids: full })

  const id = crypto.randomUUID()
  const stays = draft.decisions.filter((decision) => decision.to_group_id === null)
  await noteChangeSet(tx, context, {
    id,
    kind: 'term-board',
    details: { on, moves: moves.length, stays: stays.length },
  })
  const [fromGroups, members, toGroups] = [
    moves.map((move) => move.group_id),
    moves.map((move) => move.member_uuid),
    moves.map((move) => move.toGroup),
  ]
  await execute(tx, NOTE_PLACES, [id, fromGroups, members, on, toGroups])
  await execute(tx, WRITE_PLACES, [id])
  await execute(tx, NOTE_STAYS, [id, stays.map((stay) => stay.group_id), stays.map((stay) => stay.member_uuid)])
  await auditPlaces(tx, context, id, { entered: 'enter-group', left: 'leave-group' })
  await audit(tx, {
    userId: context.userId,
    action: 'apply',
    entity: 'term-board',
    entityId: context.clubId,
    after: { application: id, on, moves: moves.length, stays: stays.length },
  })
  await execute(tx, CLEAR_DECISIONS, [context.clubId])
  await execute(tx, SET_DATE, [context.clubId, null])
  const stayEntries = stays.map((stay) => ({
    groupId: stay.group_id,
    memberId: stay.member_uuid,
    value: 'stay' as const,
  }))
  return { changed: [...(await listPlaceKeys(tx, context, id)), ...(await recordMoves(tx, context, stayEntries))], id }
}

const AUDIT_PLACES = tenantStatement(
  'flows/audit-places-of-application',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, CASE WHEN after_to IS NULL THEN $3 ELSE $4 END, 'member', member_id,
     jsonb_build_object('group', group_id)
   FROM change_set_places WHERE client_id = $1 AND change_set_id = $5 ORDER BY member_id, after_to NULLS LAST
   RETURNING client_id`,
)

/**
 * Logs for each member which groups were entered and left by the application, under the given names of actions. An undo
 * exchanges the two names, because it takes members out of the groups that the application put them into.
 */
export async function auditPlaces(
  tx: Tx,
  context: ClubContext,
  applicationId: string,
  actions: { entered: string; left: string },
): Promise<void> {
  await execute(tx, AUDIT_PLACES, [context.userId, actions.entered, actions.left, applicationId])
}
