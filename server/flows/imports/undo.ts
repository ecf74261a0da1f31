import type { ImportUndo } from '#contract/flows/member-imports.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { findImport, refuseLateUndo } from './commands.ts'

/** SQL of the reason why an undo keeps an imported member, null for a member that nobody has worked with. */
const reasonToKeep = `CASE
  WHEN EXISTS (SELECT FROM assessments a WHERE a.client_id = m.client_id AND a.member_id = m.id)
    OR EXISTS (SELECT FROM registers g WHERE g.client_id = m.client_id AND g.member_id = m.id) THEN 'marks'
  WHEN EXISTS (SELECT FROM group_members gm WHERE gm.client_id = m.client_id AND gm.member_id = m.id) THEN 'group'
  WHEN EXISTS (SELECT FROM member_links l WHERE l.client_id = m.client_id AND l.member_id = m.id)
    OR EXISTS (SELECT FROM invited_links l WHERE l.client_id = m.client_id AND l.member_id = m.id) THEN 'parent'
  WHEN EXISTS (SELECT FROM club_members o WHERE o.client_id = m.client_id AND o.member_id = m.id AND o.club_id <> $2) THEN 'club'
  WHEN EXISTS (SELECT FROM audit_log l WHERE l.client_id = m.client_id AND l.entity = 'member' AND l.entity_id = m.id::text
    AND l.action NOT IN ('create', 'read-medical')) THEN 'changed' END`

const imported = `FROM member_import_rows r JOIN members m ON m.client_id = r.client_id AND m.id = r.member_id
  WHERE r.import_id = $1 AND r.state = 'entered'`

/** What an undo would do now: which members it would remove, and which it would keep. */
export async function previewUndo(tx: Tx, context: ClubContext, id: string): Promise<ImportUndo> {
  refuseLateUndo(await findImport(tx, context, id, ''), context.nowMs)
  const { rows } = await tx.query<ImportUndo['stays'][number] & { why: string | null }>(
    `SELECT m.id AS uuid, m.firstname, m.lastname, ${reasonToKeep} AS why ${imported} ORDER BY m.lastname, m.firstname, m.id`,
    [id, context.clubId],
  )
  const stays = rows.filter((row) => row.why !== null)
  return { goes: rows.length - stays.length, stays }
}

/** Removes the members of an import, except those that somebody has worked with since. */
export async function undoImport(tx: Tx, context: ClubContext, id: string): Promise<ChangedKey[]> {
  refuseLateUndo(await findImport(tx, context, id, 'FOR UPDATE'), context.nowMs)
  // the locks keep others from working with the members meanwhile, because links, places and marks lock the member's
  // row too
  await tx.query(`SELECT m.id ${imported} ORDER BY m.id FOR UPDATE OF m`, [id])
  const { rows } = await tx.query<{ id: string; why: string | null }>(
    `SELECT m.id, ${reasonToKeep} AS why ${imported}`,
    [id, context.clubId],
  )
  const removed = rows.filter((row) => row.why === null).map((row) => row.id)
  await tx.query('SELECT remove_unused_members($1)', [removed])
  await tx.query(`UPDATE member_import_rows SET state = 'kept' WHERE import_id = $1 AND state = 'entered'`, [id])
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'undo-import', 'member', g, $4 FROM unnest($3::text[]) g`,
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
