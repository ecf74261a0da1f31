import { webcrypto } from 'node:crypto'
import type { SubmittedWork } from '#contract/assessment/submitted-work.ts'
import { UUID } from '#domain/platform/uuid.ts'
import type { Operation, Outcome } from '#contract/assessment/sync.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { openTextKey } from './text-key.ts'
import { push, type PushDeps } from './push.ts'

/** An operation of a closed account that waits for an administrator's decision, with the names of who is concerned. */
interface Waiting {
  op_id: string
  author_id: string
  device_id: string
  operation: Operation
  submitted_at: Date
  author: string
  submitted_by: string
  code: string | null
  key: string | null
}

/**
 * Reads the work that waits at this club, oldest entry first: all of it, or only the operations of `ops`; `lock` locks
 * the rows.
 */
async function readWaiting(tx: Tx, clubId: string, ops: readonly string[] | null, lock = false): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>(
    `SELECT d.op_id, d.author_id, d.device_id, d.operation, d.submitted_at, d.code, k.key,
       a.firstname || ' ' || a.lastname AS author, b.firstname || ' ' || b.lastname AS submitted_by
     FROM submitted_work d JOIN users a ON a.client_id = d.client_id AND a.id = d.author_id
     JOIN users b ON b.client_id = d.client_id AND b.id = d.submitted_by
     LEFT JOIN text_keys k ON k.client_id = d.client_id AND k.user_id = d.author_id
     WHERE d.club_id = $1 AND d.state = 'waiting' AND ($2::uuid[] IS NULL OR d.op_id = ANY($2))
     ORDER BY (d.operation -> 'stamp' ->> 'ms')::bigint, d.device_id, (d.operation -> 'stamp' ->> 'deviceSeq')::bigint
     ${lock ? 'FOR UPDATE OF d' : ''}`,
    [clubId, ops],
  )
  return rows
}

/** The payload of an operation, decrypted when it is encrypted; null when it cannot be decrypted. */
async function openPayload(secrets: SecretBox, clientId: string, row: Waiting): Promise<unknown> {
  const { author_id, key } = row
  const { payload } = row.operation
  if (typeof payload !== 'object' || payload === null || !('sealed' in payload) || !('iv' in payload)) return payload
  if (key === null) return null
  try {
    const raw = Buffer.from(openTextKey(secrets, clientId, author_id, key), 'base64')
    const secret = await webcrypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
    const bytes = (base64: unknown) => Buffer.from(String(base64), 'base64')
    const plain = await webcrypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes(payload.iv) },
      secret,
      bytes(payload.sealed),
    )
    return JSON.parse(Buffer.from(plain).toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** What a payload is about, as far as it can be read; its shape has not been checked. */
function aboutOf(payload: unknown) {
  const fields = typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>) : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return {
    member: text('memberUuid'),
    group: text('groupId'),
    slug: text('schemeSlug'),
    node: text('schemeNodeId'),
    date: text('date') ?? text('assessmentDate'),
    value: fields['assessmentGrade'] ?? fields['value'] ?? titleOf(fields['content']),
    entered: typeof fields['timestamp'] === 'number' ? Math.trunc(fields['timestamp']) : null,
  }
}

/** The title of a lesson plan's content. */
function titleOf(content: unknown): unknown {
  return typeof content === 'object' && content !== null && 'title' in content ? content.title : null
}

/** Lists the work that waits for a decision at this club, with the names of members, groups and nodes. */
export async function listSubmittedWork(
  tx: Tx,
  secrets: SecretBox,
  context: ClubContext,
  language: string,
): Promise<SubmittedWork[]> {
  const waiting = await readWaiting(tx, context.clubId, null)
  const about = await Promise.all(
    waiting.map(async (row) => aboutOf(await openPayload(secrets, context.clientId, row))),
  )
  const ids = (pick: (a: ReturnType<typeof aboutOf>) => string | null) =>
    about.map((a) => (UUID.test(pick(a) ?? '') ? pick(a) : null))
  const { rows: names } = await tx.query<{ member: string | null; group: string | null; node: string | null }>(
    `SELECT m.firstname || ' ' || m.lastname AS member, g.name AS group, coalesce(n.title ->> $5, n.title ->> 'en') AS node
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY a (member, group_id, slug, node, k)
     LEFT JOIN club_members cm ON cm.member_id = a.member AND cm.club_id = $6
     LEFT JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
     LEFT JOIN groups g ON g.id = a.group_id AND g.club_id = $6
     LEFT JOIN schemes s ON s.slug = a.slug
     LEFT JOIN scheme_nodes n ON n.client_id = s.client_id AND n.scheme_id = s.id AND n.id = regexp_replace(a.node, '/manual$', '')
     ORDER BY a.k`,
    [
      ids((a) => a.member),
      ids((a) => a.group),
      about.map((a) => a.slug),
      about.map((a) => a.node),
      language,
      context.clubId,
    ],
  )
  return waiting.map((row, k) => ({
    op_id: row.op_id,
    author: { uuid: row.author_id, name: row.author },
    submitted_by: row.submitted_by,
    submitted_at: Math.floor(row.submitted_at.getTime() / 1000),
    kind: row.operation.kind,
    entered_ts: about[k]?.entered ?? null,
    member: names[k]?.member ?? null,
    group: names[k]?.group ?? null,
    scheme_slug: about[k]?.slug ?? null,
    node_id: about[k]?.node ?? null,
    node: names[k]?.node ?? null,
    date: about[k]?.date ?? null,
    value: about[k]?.value ?? null,
    code: row.code,
  }))
}

/**
 * Applies submitted operations in their authors' names, as if each had arrived when it was submitted: rights and stamps
 * are checked for that moment. Operations that are rejected go on waiting, with the reason. It is idempotent.
 */
export async function acceptSubmittedWork(
  deps: PushDeps & { secrets: SecretBox },
  context: ClubContext,
  ops: readonly string[],
): Promise<void> {
  const { clientId, userId } = context
  const { waiting, features } = await inTenant(deps.db, clientId, 'read', async (tx) => {
    const client = await tx.query<{ features: Record<string, boolean | number> }>(
      'SELECT c.features || cl.features AS features FROM clients c JOIN clubs cl USING (client_id) WHERE cl.id = $1',
      [context.clubId],
    )
    return { waiting: await readWaiting(tx, context.clubId, ops), features: client.rows[0]?.features ?? {} }
  })
  const outcomes: Outcome[] = []
  const batches = Map.groupBy(waiting, (row) => `${row.author_id}/${row.device_id}/${row.submitted_at.getTime()}`)
  for (const batch of batches.values()) {
    const [first] = batch
    if (!first) continue
    const operations = await Promise.all(
      batch.map(async (row) => ({ ...row.operation, payload: await openPayload(deps.secrets, clientId, row) })),
    )
    const author = { clientId, userId: first.author_id, originalUserId: userId, features }
    const depsThen = { ...deps, now: () => first.submitted_at.getTime() }
    const reply = await push(depsThen, author, { deviceId: first.device_id, operations })
    outcomes.push(...reply.outcomes)
  }
  await inTenant(deps.db, clientId, 'write', async (tx) => {
    await tx.query(
      `UPDATE submitted_work d SET outcome = t.outcome, code = t.code,
         state = CASE WHEN t.outcome IN ('applied', 'superseded') THEN 'accepted' ELSE d.state END,
         decided_by = CASE WHEN t.outcome IN ('applied', 'superseded') THEN $1::uuid END,
         decided_at = CASE WHEN t.outcome IN ('applied', 'superseded') THEN $2::timestamptz END
       FROM unnest($3::uuid[], $4::text[], $5::text[]) t (op, outcome, code) WHERE d.op_id = t.op AND d.state = 'waiting'`,
      [
        userId,
        new Date(context.nowMs),
        outcomes.map((o) => o.opId),
        outcomes.map((o) => o.outcome),
        outcomes.map((o) => o.code ?? null),
      ],
    )
    await audit(tx, clientId, {
      userId,
      action: 'accept-work',
      entity: 'club',
      entityId: context.clubId,
      after: { outcomes: outcomes.map(({ opId, outcome }) => [opId, outcome]) },
    })
  })
}

/** Declines submitted operations for good; they are never applied. */
export async function declineSubmittedWork(tx: Tx, context: ClubContext, ops: readonly string[]): Promise<void> {
  const waiting = await readWaiting(tx, context.clubId, ops, true)
  if (waiting.length === 0) throw new Refusal('NOT_FOUND', { field: 'ops' })
  const ids = waiting.map((row) => row.op_id)
  await tx.query(
    `UPDATE submitted_work SET state = 'declined', decided_by = $1, decided_at = $2 WHERE op_id = ANY($3)`,
    [context.userId, new Date(context.nowMs), ids],
  )
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'decline-work',
    entity: 'club',
    entityId: context.clubId,
    after: { ops: ids },
  })
}
