import type { ImportUndo } from '#contract/flows/member-imports.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { findImport, refuseLateUndo } from './commands.ts'

/**
 * SQL of the reason why an undo keeps imported `member` in club $2; null for one that nobody has worked with. Reading
 * medical notes does not count as work.
 */
const reasonToKeep = `CASE
  WHEN EXISTS (SELECT FROM assessments mark WHERE mark.client_id = member.client_id AND mark.member_id = member.id)
    OR EXISTS (SELECT FROM registers register
      WHERE register.client_id = member.client_id AND register.member_id = member.id) THEN 'marks'
  WHEN EXISTS (SELECT FROM group_members place
      WHERE place.client_id = member.client_id AND place.member_id = member.id) THEN 'group'
  WHEN EXISTS (SELECT FROM member_links link WHERE link.client_id = member.client_id AND link.member_id = member.id)
    OR EXISTS (SELECT FROM invited_links invited
      WHERE invited.client_id = member.client_id AND invited.member_id = member.id) THEN 'parent'
  WHEN EXISTS (SELECT FROM club_members elsewhere WHERE elsewhere.client_id = member.client_id
      AND elsewhere.member_id = member.id AND elsewhere.club_id <> $2) THEN 'club'
  WHEN EXISTS (SELECT FROM audit_log entry WHERE entry.client_id = member.client_id AND entry.entity = 'member'
      AND entry.entity_id = member.id::text AND entry.action NOT IN ('create', 'read-medical')) THEN 'changed' END`

/** SQL of the members that import $1 has entered. */
const fromImported = `FROM member_import_rows line
  JOIN members member ON member.client_id = line.client_id AND member.id = line.member_id
  WHERE line.import_id = $1 AND line.state = 'entered'`

/** What an undo would do now: which members it would remove, and which it would keep. */
export async function previewUndo(tx: Tx, context: ClubContext, id: string): Promise<ImportUndo> {
  refuseLateUndo(await findImport(tx, context, id, { lock: false }), context.nowMs)
  const { rows } = await tx.query<ImportUndo['stays'][number] & { why: string | null }>(
    `SELECT member.id AS uuid, member.firstname, member.lastname, ${reasonToKeep} AS why ${fromImported}
     ORDER BY member.lastname, member.firstname, member.id`,
    [id, context.clubId],
  )
  const stays = rows.filter((row) => row.why !== null)
  return { goes: rows.length - stays.length, stays }
}

/** Removes the members of an import, except those that somebody has worked with since. */
export async function undoImport(tx: Tx, context: ClubContext, id: string): Promise<ChangedKey[]> {
  refuseLateUndo(await findImport(tx, context, id, { lock: true }), context.nowMs)
  // the locks keep others from working with the members meanwhile, because links, places and marks lock the member's
  // row too
  await tx.query(`SELECT member.id ${fromImported} ORDER BY member.id FOR UPDATE OF member`, [id])
  const { rows } = await tx.query<{ id: string; why: string | null }>(
    `SELECT member.id, ${reasonToKeep} AS why ${fromImported}`,
    [id, context.clubId],
  )
  const removed = rows.filter((row) => row.why === null).map((row) => row.id)
  await tx.query('SELECT remove_unused_members($1)', [removed])
  // the rows of removed members are deleted with them, so the members of all other rows are kept
  await tx.query(`UPDATE member_import_rows SET state = 'kept' WHERE import_id = $1 AND state = 'entered'`, [id])
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'undo-import', 'member', member, $4 FROM unnest($3::text[]) member`,
    [context.clientId, context.userId, removed, { import: id }],
  )
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'undo',
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, gone: removed.length, kept: rows.length - removed.length },
  })
  await tx.query(`UPDATE member_imports SET state = 'undone', undone_at = $2 WHERE id = $1`, [
    id,
    new Date(context.nowMs),
  ])
  return removed.map((key) => ({ clubId: context.clubId, kind: 'member', key }))
}
