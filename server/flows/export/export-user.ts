import { Type } from 'typebox'
import { audit } from '#server/platform/audit.ts'
import { recordsOfChildren } from '#server/flows/merges/records-of-children.ts'
import { execute, findRow, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { personalDataOfMember, personalDataOfUser, rowsJson } from './personal-data-map.ts'

/** SQL of a JSON object. Each field is a key and the SQL of its value. */
const jsonObject = (fields: readonly (readonly [string, string])[]) =>
  `jsonb_build_object(${fields.map(([key, value]) => `'${key}', ${value}`).join(', ')})`

/** SQL of everything held about user `$2`, by table. */
const userRecord = jsonObject(personalDataOfUser.map((data) => [data.table, rowsJson(data)] as const))

/** SQL of the audit log about member `m`; `columns` is the SQL of one entry `r`. */
const memberLog = (columns: string) =>
  `coalesce((SELECT jsonb_agg(${columns} ORDER BY r.id) FROM (SELECT m.id::text AS id OFFSET 0) member
    JOIN audit_log r ON r.client_id = $1 AND r.entity = 'member' AND r.entity_id = member.id), '[]')`
/** SQL of what club `$3` gives to a family about member `m`: everything but what other clubs noted for themselves. */
const memberRecord = jsonObject([
  ...personalDataOfMember.map((data) => [data.table, rowsJson(data, data.club && `${data.club} = $3`)] as const),
  ['audit_log', memberLog(`to_jsonb(r) - 'client_id'`)],
])

/**
 * SQL of everything held about member `m`, for user `parent`: without other adults' addresses, and without the users in
 * the log.
 */
const memberForParent = jsonObject([
  ...personalDataOfMember
    .filter((data) => data.table !== 'guardians')
    .map((data) => [data.table, rowsJson(data)] as const),
  [
    'guardians',
    `coalesce((SELECT jsonb_agg(CASE WHEN lower(r.email) = lower(parent.email) THEN to_jsonb(r) - 'client_id'
       ELSE to_jsonb(r) - 'client_id' - 'email' END ORDER BY r.position)
       FROM guardians r WHERE r.client_id = $1 AND r.member_id = m.id), '[]')`,
  ],
  ['audit_log', memberLog(`jsonb_build_object('at', r.at, 'action', r.action)`)],
])

const RECORD_OF_USER = tenantStatement('flows/read-record-of-user', `SELECT ${userRecord} AS record`, {
  json: { record: Type.Record(Type.String(), Type.Array(Type.Unknown())) },
})

/** Everything held about a user's account, by table. */
export async function recordOfUser(tx: Tx, userId: string): Promise<object> {
  return (await getRow(tx, RECORD_OF_USER, [userId])).record
}

const AUDIT_CHILDREN = tenantStatement(
  'flows/audit-export-of-children',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id)
   SELECT client_id, user_id, 'export', 'member', member_id::text FROM member_links WHERE client_id = $1 AND user_id = $2
   RETURNING client_id`,
)

const LINKED = tenantStatement(
  'flows/list-children-to-export',
  'SELECT member_id AS id FROM member_links WHERE client_id = $1 AND user_id = $2 ORDER BY member_id',
)

/** `$3` are the records of the children. */
const EXPORT_USER = tenantStatement(
  'flows/export-user',
  `SELECT jsonb_pretty(jsonb_build_object('exported_at', now(), 'account', ${userRecord}, 'children', coalesce((
     SELECT jsonb_agg(${memberForParent} ORDER BY m.dob, m.id) FROM members m
     JOIN users parent ON parent.client_id = m.client_id AND parent.id = $2
     WHERE m.client_id = $1 AND m.id = ANY($3)), '[]'))) AS json`,
)

/**
 * Everything held about a user and the children linked to it, as JSON text (security.md 41). It has the children's
 * medical notes, so the log of each child gets an entry. A record that was merged into a child's is another entry.
 */
export async function exportUser(tx: Tx, userId: string): Promise<string> {
  await execute(tx, AUDIT_CHILDREN, [userId])
  await audit(tx, { userId, action: 'export', entity: 'user', entityId: userId })
  const linked = await queryRows(tx, LINKED, [userId])
  const records = await recordsOfChildren(
    tx,
    linked.map(({ id }) => id),
  )
  return (await getRow(tx, EXPORT_USER, [userId, records])).json
}

/** `$4` are the records that were merged into the member's. */
const EXPORT_MEMBER = tenantStatement(
  'flows/export-member',
  `SELECT jsonb_pretty(${memberRecord} || jsonb_build_object('merged_records', (
     SELECT coalesce(jsonb_agg(${memberRecord} ORDER BY m.id), '[]')
     FROM members m WHERE m.client_id = $1 AND m.id = ANY($4)))) AS json
   FROM members m WHERE m.client_id = $1 AND m.id = $2`,
)

/**
 * Everything held about a member, as JSON text, with the records that were merged into the member's, which keep notes and
 * texts of their own; null when there is no such member. `by` is the administrator who exports it.
 */
export async function exportMember(
  tx: Tx,
  memberId: string,
  by: { userId: string; clubId: string },
): Promise<string | null> {
  const merged = (await recordsOfChildren(tx, [memberId])).filter((id) => id !== memberId)
  const row = await findRow(tx, EXPORT_MEMBER, [memberId, by.clubId, merged])
  if (!row) return null
  await audit(tx, { userId: by.userId, action: 'export', entity: 'member', entityId: memberId })
  return row.json
}
