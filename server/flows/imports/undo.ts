import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import type { ImportUndo, MemberImport } from '#contract/flows/member-imports.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import { lockBroughtPasses, takeBackPasses } from '#server/assessment/brought-levels/bring-passes.ts'
import { claimRecords } from '#server/members/hold-records.ts'
import { auditPlaces, placeKeys } from '#server/members/leave-groups.ts'
import { endGroups } from '#server/scheduling/groups/end-groups.ts'
import { lockGroups } from '#server/scheduling/groups/restore-places.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { UndoKind, UndoNeeds, UndoResult } from '#server/flows/change-sets/kind.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle, StoredChangeSet } from '#server/platform/undo-journal.ts'
import { inBatches } from '#server/tenants/club-tasks/batches.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'

/** Imports of members from a file. The change set has the id of the import. */
export const importKind: UndoKind = {
  days: UNDO_DAYS,
  // the parts of an archive are undone with it
  isLeft: `NOT EXISTS (SELECT FROM change_sets archive WHERE archive.client_id = change_sets.client_id
      AND archive.club_id = change_sets.club_id AND archive.kind = 'return'
      AND archive.details -> 'imports' ? change_sets.id::text)
    AND (EXISTS (SELECT FROM member_import_rows line WHERE line.client_id = change_sets.client_id
      AND line.import_id = change_sets.id AND line.state = 'entered')
    OR EXISTS (SELECT FROM member_imports import WHERE import.client_id = change_sets.client_id
      AND import.id = change_sets.id AND (import.levels > 0 OR EXISTS (SELECT FROM change_set_places place
        WHERE place.client_id = import.client_id AND place.change_set_id = import.id)) AND import.state = 'done'))`,
  describe: describeImports,
  undo: undoImport,
}

/** SQL of the members that import $2 has entered. */
const fromImported = `FROM member_import_rows line
  JOIN members member ON member.client_id = line.client_id AND member.id = line.member_id
  WHERE line.client_id = $1 AND line.import_id = $2 AND line.state = 'entered'`

const IMPORTS = tenantStatement(
  'flows/describe-imports',
  'SELECT id, file_name, entered FROM member_imports WHERE client_id = $1 AND id = ANY($2)',
)

async function describeImports(
  tx: Tx,
  _context: ClubContext,
  ids: readonly string[],
): Promise<Map<string, ChangeSetFacts>> {
  const rows = await queryRows(tx, IMPORTS, [ids])
  return new Map(rows.map(({ id, ...facts }) => [id, { kind: 'import', ...facts }]))
}

const IMPORTED = tenantStatement(
  'flows/list-imported-members',
  `SELECT member.id AS uuid, member.firstname, member.lastname ${fromImported}
   ORDER BY member.lastname, member.firstname, member.id`,
)

/**
 * Why an undo of import $2 into club $3 keeps members of `$4`, the first reason first. Reading medical notes does not count
 * as work, nor does what the import gave, or the archive $5 that it was a part of. The ids are looked up as a list: just after an import
 * PostgreSQL has no statistics of its rows, and asked member by member it would read them anew for each.
 */
const REASONS_TO_KEEP = tenantStatement(
  'flows/list-reasons-to-keep-imported-members',
  `SELECT member_id::text AS uuid, 'marks' AS why FROM assessments
   WHERE client_id = $1 AND member_id = ANY($4::uuid[]) AND brought_by IS NULL
   UNION ALL
   SELECT place.member_id::text, 'group' FROM group_members place
   LEFT JOIN change_set_places own ON own.client_id = place.client_id AND own.change_set_id IN ($2, $5)
     AND own.group_id = place.group_id AND own.member_id = place.member_id AND own.from_date = place.from_date
     AND own.after_to IS NOT DISTINCT FROM place.to_date
   WHERE place.client_id = $1 AND place.member_id = ANY($4::uuid[]) AND own.member_id IS NULL
   UNION ALL
   SELECT link.member_id::text, 'parent' FROM member_links link
   LEFT JOIN change_set_links own ON own.client_id = link.client_id AND own.change_set_id = $5
     AND own.user_id = link.user_id AND own.member_id = link.member_id AND NOT own.invited
   WHERE link.client_id = $1 AND link.member_id = ANY($4::uuid[]) AND own.member_id IS NULL
   UNION ALL
   SELECT link.member_id::text, 'parent' FROM invited_links link
   LEFT JOIN change_set_links own ON own.client_id = link.client_id AND own.change_set_id = $5
     AND own.user_id = link.user_id AND own.member_id = link.member_id AND own.invited
   WHERE link.client_id = $1 AND link.member_id = ANY($4::uuid[]) AND own.member_id IS NULL
   UNION ALL
   SELECT member_id::text, 'club' FROM club_members
   WHERE client_id = $1 AND member_id = ANY($4::uuid[]) AND club_id <> $3
   UNION ALL
   SELECT entity_id, 'changed' FROM audit_log
   WHERE client_id = $1 AND entity = 'member' AND entity_id = ANY($4::uuid[]::text[])
     AND action NOT IN ('create', 'read-medical', 'mark') AND after ->> 'step' IS DISTINCT FROM $2::text
     AND NOT (action = 'link' AND EXISTS (SELECT FROM change_set_links own WHERE own.client_id = audit_log.client_id
       AND own.change_set_id = $5 AND own.member_id::text = entity_id AND own.user_id::text = after ->> 'parent'))`,
)

/** The members of an import; `why` says why an undo keeps the member, or is null for one whom nobody has worked with. */
async function readImported(tx: Tx, context: ClubContext, id: string, archive = id): Promise<ImportedMember[]> {
  const members = await queryRows(tx, IMPORTED, [id])
  const reasons = await reasonsToKeep(tx, context, { id, archive, members: members.map(({ uuid }) => uuid) })
  return members.map((member) => ({ ...member, why: reasons.get(member.uuid) ?? null }))
}

const LANES = tenantStatement(
  'flows/list-lanes-of-members',
  'SELECT member_id, lane FROM registers WHERE client_id = $1 AND member_id = ANY($2::uuid[])',
)

const BROUGHT_LANES = tenantStatement(
  'flows/list-lanes-of-archive',
  'SELECT lane FROM register_edits WHERE client_id = $1 AND brought_by = $2',
)

const CHANGED_LANES = tenantStatement(
  'flows/list-changed-lanes-of-archive',
  `SELECT lane FROM register_edits
   WHERE client_id = $1 AND lane = ANY($2::text[]) AND brought_by IS DISTINCT FROM $3`,
)

/** The lanes of registers that archive `archive` has brought. */
export async function broughtLanes(tx: Tx, archive: string): Promise<string[]> {
  return (await queryRows(tx, BROUGHT_LANES, [archive])).map(({ lane }) => lane)
}

/**
 * The lanes of registers that archive `archive` has brought and nobody has written since. The lanes are looked up as a
 * list, for the same reason as the ids of members.
 */
export async function unchangedLanes(tx: Tx, archive: string): Promise<Set<string>> {
  const lanes = await broughtLanes(tx, archive)
  if (lanes.length === 0) return new Set()
  const changed = new Set((await queryRows(tx, CHANGED_LANES, [lanes, archive])).map(({ lane }) => lane))
  return new Set(lanes.filter((lane) => !changed.has(lane)))
}

/** Why an undo keeps members whom an import or archive has brought; those whom nobody has worked with have no reason. */
export async function reasonsToKeep(
  tx: Tx,
  { clubId }: ClubContext,
  { id, archive, members }: { id: string; archive: string; members: readonly string[] },
): Promise<Map<string, Reason>> {
  const [others, entries, brought] = [
    await queryRows(tx, REASONS_TO_KEEP, [id, clubId, members, archive]),
    await queryRows(tx, LANES, [members]),
    await unchangedLanes(tx, archive),
  ]
  const written = entries.filter(({ lane }) => !brought.has(lane))
  const reasons = [...others, ...written.map(({ member_id: uuid }) => ({ uuid, why: 'marks' }))]
  const first = new Map<string, Reason>()
  for (const why of REASONS)
    for (const found of reasons) if (found.why === why && !first.has(found.uuid)) first.set(found.uuid, why)
  return first
}

const LOCK_IMPORTS = tenantStatement(
  'flows/lock-imports-of-archive',
  'SELECT FROM member_imports WHERE client_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
)

const GROUPS_OF_IMPORTS = tenantStatement(
  'flows/list-groups-of-imports',
  `SELECT group_id FROM change_set_places WHERE client_id = $1 AND change_set_id = ANY($2::uuid[])
   UNION SELECT unnest(group_ids) FROM member_imports WHERE client_id = $1 AND id = ANY($2::uuid[])`,
)

/**
 * Locks the groups that imports or archives have made, and those in which they gave places, and the groups `more`: all
 * before members, as everywhere, so that an entry into a group and an undo do not each wait for the other.
 */
async function lockGroupsOf(tx: Tx, ids: readonly string[], more: readonly string[] = []): Promise<void> {
  const rows = await queryRows(tx, GROUPS_OF_IMPORTS, [ids])
  await lockGroups(tx, [...more, ...rows.flatMap(({ group_id: id }) => id ?? [])])
}

/**
 * Locks the groups that an archive has brought, then the members, among them `guests`, then the results to which it has
 * brought marks: before entries of registers, as a push. Returns the members of its imports, with the reasons why its
 * undo keeps them.
 */
export async function lockBroughtMembers(
  tx: Tx,
  context: ClubContext,
  { imports, groups, guests }: { imports: readonly string[]; groups: readonly string[]; guests: readonly string[] },
  archive: string,
): Promise<{ uuid: string; why: Reason | null }[]> {
  await claimRecords(tx, [context.clubId])
  await execute(tx, LOCK_IMPORTS, [imports])
  await lockGroupsOf(tx, [...imports, archive], groups)
  await lockImported(tx, context, imports, guests)
  await lockBroughtPasses(tx, imports)
  const members: ImportedMember[] = []
  for (const id of imports) members.push(...(await readImported(tx, context, id, archive)))
  return members
}

type Reason = ImportUndo['stays'][number]['why']

interface ImportedMember {
  uuid: string
  firstname: string
  lastname: string
  why: Reason | null
}

/** The reasons, the most important first. */
const REASONS: readonly Reason[] = ['marks', 'group', 'parent', 'club', 'changed']

/** What an undo would do now: which members it would remove, and which it would keep. */
export async function previewUndo(
  tx: Tx,
  context: ClubContext,
  { id, undo_until: until }: MemberImport,
): Promise<ImportUndo> {
  if (until === null || until * 1000 <= context.nowMs) throw new Refusal('UNDO_STATE')
  const rows = await readImported(tx, context, id)
  const stays = rows.flatMap(({ why, ...member }) => (why === null ? [] : [{ ...member, why }]))
  return { goes: rows.length - stays.length, stays }
}

const LOCK_IMPORT = tenantStatement(
  'flows/lock-import-to-undo',
  'SELECT FROM member_imports WHERE client_id = $1 AND id = $2 FOR UPDATE',
)

const MEMBERS_OF_IMPORTS = tenantStatement(
  'flows/list-members-of-imports',
  `SELECT member_id AS id FROM member_import_rows
   WHERE client_id = $1 AND import_id = ANY($2::uuid[]) AND state = 'entered' AND member_id IS NOT NULL`,
)

const LOCK_AT_CLUB = tenantStatement(
  'flows/lock-imported-members-at-club',
  `SELECT FROM members
   JOIN club_members ON club_members.client_id = members.client_id AND club_members.member_id = members.id
   WHERE members.client_id = $1 AND club_members.club_id = $2 AND members.id = ANY($3::uuid[])
   ORDER BY members.id FOR NO KEY UPDATE`,
)

const LOCK_IMPORTED = tenantStatement(
  'flows/lock-imported-members',
  'SELECT FROM members WHERE client_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
)

/**
 * Locks the members whom imports have entered, and the members `more`, so that nobody works with them meanwhile: links
 * and places lock the member's row, too; pushes wait for the club, because the members are too many to claim. First in the way of the office, whose changes of many members hold their
 * rows at the club when they come to those of the members.
 */
async function lockImported(
  tx: Tx,
  { clubId }: ClubContext,
  imports: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  const rows = await queryRows(tx, MEMBERS_OF_IMPORTS, [imports])
  const ids = [...more, ...rows.map(({ id }) => id)]
  await execute(tx, LOCK_AT_CLUB, [clubId, ids])
  await execute(tx, LOCK_IMPORTED, [ids])
}

const REMOVE_UNUSED = statement('flows/remove-unused-members', 'SELECT remove_unused_members($1)')

/**
 * Ends the places in groups that import $2 gave, of all but the members `$3` and those with an attendance or a mark in the
 * group since.
 */
const isGivenPlace = `group_members.client_id = journal.client_id AND group_members.group_id = journal.group_id
  AND group_members.member_id = journal.member_id AND group_members.from_date = journal.from_date
  AND group_members.to_date IS NULL AND journal.client_id = $1 AND journal.change_set_id = $2
  AND NOT journal.member_id = ANY($3)
  AND NOT EXISTS (SELECT FROM registers register WHERE register.client_id = journal.client_id
    AND register.group_id = journal.group_id AND register.member_id = journal.member_id)
  AND NOT EXISTS (SELECT FROM assessments mark WHERE mark.client_id = journal.client_id
    AND mark.group_id = journal.group_id AND mark.member_id = journal.member_id AND mark.brought_by IS NULL)`
const LEAVE_GROUPS = tenantStatement(
  'flows/leave-groups-of-import',
  `DELETE FROM group_members USING change_set_places journal WHERE ${isGivenPlace} AND NOT journal.existed
   RETURNING group_members.group_id, group_members.member_id`,
)
const REOPEN_ENDS = tenantStatement(
  'flows/restore-ends-of-places-of-import',
  `UPDATE group_members SET to_date = journal.before_to FROM change_set_places journal
   WHERE ${isGivenPlace} AND journal.existed RETURNING group_members.group_id, group_members.member_id`,
)

/** The groups that an import has made and in which nobody is or was; `is_used`: somebody has changed it since. */
const EMPTY_GROUPS = tenantStatement(
  'flows/list-empty-groups-of-import',
  `SELECT groups.id, EXISTS (SELECT FROM change_sets noted JOIN audit_log entry ON entry.client_id = noted.client_id
       AND entry.entity = 'group' AND entry.entity_id = groups.id::text AND entry.at > noted.logged_at
     WHERE noted.client_id = $1 AND noted.id = $2) AS is_used
   FROM member_imports import
   JOIN groups ON groups.client_id = import.client_id AND groups.id = ANY(import.group_ids)
     AND (groups.last_date IS NULL OR groups.last_date >= $3)
   WHERE import.client_id = $1 AND import.id = $2 AND NOT EXISTS (SELECT FROM group_members place
     WHERE place.client_id = groups.client_id AND place.group_id = groups.id)`,
)

/** Takes back the places in groups that an import gave, and the groups that it made, but for those that were changed since. */
async function leaveGroups(
  tx: Tx,
  context: ClubContext,
  id: string,
  keep: readonly string[],
): Promise<{ changed: ChangedKey[]; kept: Obstacle[] }> {
  const left = [...(await queryRows(tx, LEAVE_GROUPS, [id, keep])), ...(await queryRows(tx, REOPEN_ENDS, [id, keep]))]
  await auditPlaces(tx, context, 'leave-group', left)
  const groups = await queryRows(tx, EMPTY_GROUPS, [id, context.today])
  const ids = groups.flatMap((group) => (group.is_used === true ? [] : [group.id]))
  return {
    changed: [...placeKeys(context, left), ...(ids.length === 0 ? [] : await endGroups(tx, context, ids))],
    kept: groups.flatMap((group): Obstacle[] => (group.is_used === true ? [{ why: 'used', id: group.id }] : [])),
  }
}

const KEEP_ROWS = tenantStatement(
  'flows/keep-rows-of-import',
  `UPDATE member_import_rows SET state = 'kept' WHERE client_id = $1 AND import_id = $2 AND state = 'entered'`,
)

const AUDIT_UNDO = tenantStatement(
  'flows/audit-undo-of-import',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'undo-import', 'member', member, $4 FROM unnest($3::text[]) member RETURNING client_id`,
)

const MARK_UNDONE = tenantStatement(
  'flows/mark-import-undone',
  `UPDATE member_imports SET state = 'undone', undone_at = $3 WHERE client_id = $1 AND id = $2`,
)

/**
 * Removes the members of an import, except those that somebody has worked with since. When that is all of them, there
 * is nothing to undo.
 */
async function undoImport(
  tx: Tx,
  context: ClubContext,
  { id }: StoredChangeSet,
  needs: UndoNeeds,
): Promise<UndoResult> {
  return removeImported(tx, context, { id, archive: id, keep: [] }, needs)
}

const UNDONE_IMPORTS = tenantStatement(
  'flows/list-undone-imports',
  // of all clubs: a member may be at several
  `SELECT id FROM member_imports WHERE client_id = $1 AND state = 'undone'`,
)

/** Undoes an import, maybe as a part of the archive `archive`; members of `keep` keep what it has brought. */
export async function removeImported(
  tx: Tx,
  context: ClubContext,
  { id, archive, keep }: { id: string; archive: string; keep: readonly string[] },
  { curricula, report }: UndoNeeds,
): Promise<UndoResult> {
  refuseIfProviderOwns(context)
  await claimRecords(tx, [context.clubId])
  await execute(tx, LOCK_IMPORT, [id])
  await lockGroupsOf(tx, [id])
  await lockImported(tx, context, [id])
  const rows = await readImported(tx, context, id, archive)
  const kept = rows.flatMap(({ uuid, why }): Obstacle[] => (why === null ? [] : [{ why, id: uuid }]))
  const removed = rows.filter((row) => row.why === null).map((row) => row.uuid)
  if (removed.length === 0 && kept.length > 0 && archive === id) return { obstacles: kept }
  const keptIds = [...keep, ...kept.flatMap((member) => member.id ?? [])]
  const left = await leaveGroups(tx, context, id, keptIds)
  await inBatches(
    removed,
    async (batch) => {
      await execute(tx, REMOVE_UNUSED, [batch])
      return []
    },
    report,
  )
  const undone = await queryRows(tx, UNDONE_IMPORTS)
  const taken = await takeBackPasses(tx, { ...context, run: id }, curricula, {
    keep: keptIds,
    undone: undone.map((row) => row.id),
  })
  // the rows of removed members are deleted with them, so the members of all other rows are kept
  await execute(tx, KEEP_ROWS, [id])
  await execute(tx, AUDIT_UNDO, [context.userId, removed, JSON.stringify({ import: id })])
  await execute(tx, MARK_UNDONE, [id, new Date(context.nowMs)])
  const gone = removed.map((key): ChangedKey => ({ clubId: context.clubId, kind: 'member', key }))
  return { changed: [...gone, ...left.changed, ...taken], kept: [...kept, ...left.kept] }
}
