import { webcrypto } from 'node:crypto'
import type { SubmittedWork } from '#contract/assessment/submitted-work.ts'
import { UUID } from '#domain/platform/uuid.ts'
import { Operation, type Outcome } from '#contract/assessment/sync.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { parseStorableJson } from '#server/platform/http/json-body.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { execute, queryRows, tenantStatement, tenantStatements, type RowOf } from '#server/platform/sql/statement.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { openTextKey } from './text-key.ts'
import { readFinalOps } from './operations.ts'
import { push, type PushDeps } from './push.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

const WAITING_WORK = tenantStatements(
  'assessment/list-waiting-work',
  { read: '', lock: 'FOR UPDATE OF work' },
  (lock) => `SELECT work.op_id, work.author_id, work.device_id, work.operation, work.submitted_at, work.code,
       text_keys.key,
       author.firstname || ' ' || author.lastname AS author,
       submitter.firstname || ' ' || submitter.lastname AS submitted_by
     FROM submitted_work work JOIN users author ON author.client_id = work.client_id AND author.id = work.author_id
     JOIN users submitter ON submitter.client_id = work.client_id AND submitter.id = work.submitted_by
     LEFT JOIN text_keys ON text_keys.client_id = work.client_id AND text_keys.user_id = work.author_id
     WHERE work.client_id = $1 AND work.club_id = $2 AND work.state = 'waiting'
       AND ($3::uuid[] IS NULL OR work.op_id = ANY($3))
     -- nothing has checked that these numbers of a device fit into a smaller type
     ORDER BY (work.operation -> 'stamp' ->> 'ms')::numeric, work.device_id,
       (work.operation -> 'stamp' ->> 'deviceSeq')::numeric
     ${lock}`,
  { json: { operation: Operation } },
)

/**
 * An operation of a closed account that waits for an administrator's decision, with the names of its author and of the
 * colleague who submitted it. `code` says why it was refused when an administrator accepted it; `key` is the author's
 * sealed text key, with which a device encrypts the texts of its operations.
 */
type WaitingWork = RowOf<(typeof WAITING_WORK)['read']>

/**
 * Reads the work that waits at this club, oldest entry first: all of it, or only the operations with the ids `ops`;
 * `lock` locks the rows.
 */
function readWaiting(tx: Tx, clubId: string, ops: readonly string[] | null, lock = false): Promise<WaitingWork[]> {
  return queryRows(tx, lock ? WAITING_WORK.lock : WAITING_WORK.read, [clubId, ops])
}

/**
 * The payload of an operation, decrypted when it is encrypted; null when it cannot be decrypted, or has characters that
 * PostgreSQL does not store: nobody could look for them when it came.
 */
async function openPayload(secrets: SecretBox, clientId: string, row: WaitingWork): Promise<unknown> {
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
    return parseStorableJson(Buffer.from(plain).toString('utf8'))
  } catch {
    return null
  }
}

/** The largest time in unix seconds that a page can write as a day. */
const LAST_SECOND = 8_640_000_000_000

/** The fields of a payload that the list shows, as far as they can be read; its shape has not been checked. */
function shownFields(payload: unknown) {
  const fields = typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>) : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  const whole = (name: string) => {
    const value = fields[name]
    return typeof value === 'number' && Math.abs(value) <= LAST_SECOND ? Math.trunc(value) : null
  }
  return {
    member: text('memberUuid'),
    // of a guest, whom no table has yet
    name: [text('firstname'), text('lastname')].filter(Boolean).join(' '),
    group: text('groupId'),
    slug: text('schemeSlug'),
    node: text('schemeNodeId'),
    date: text('date') ?? text('assessmentDate'),
    value: fields['assessmentGrade'] ?? fields['value'] ?? titleOf(fields['content']),
    pass: whole('assessmentPassGrade'),
    entered: whole('timestamp'),
  }
}

/** The title of a lesson plan's content. */
function titleOf(content: unknown): unknown {
  return typeof content === 'object' && content !== null && 'title' in content ? content.title : null
}

const NAMES_OF_OPERATIONS = tenantStatement(
  'assessment/name-operations',
  `SELECT trim(members.firstname || ' ' || members.lastname) AS member, groups.name AS group,
     ${wordsIn('scheme_nodes.title', '$6')} AS node, scheme_nodes.grade AS grade_kind
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[])
     WITH ORDINALITY operation (member, group_id, slug, node, number)
   LEFT JOIN members ON members.client_id = $1 AND members.id = operation.member
     AND (EXISTS (SELECT FROM club_members WHERE club_members.client_id = members.client_id
         AND club_members.member_id = members.id AND club_members.club_id = $7)
       OR EXISTS (SELECT FROM guests WHERE guests.client_id = members.client_id
         AND guests.member_id = members.id AND guests.club_id = $7))
   LEFT JOIN groups ON groups.client_id = $1 AND groups.id = operation.group_id AND groups.club_id = $7
   LEFT JOIN schemes ON schemes.client_id = $1 AND schemes.slug = operation.slug
   LEFT JOIN scheme_nodes ON scheme_nodes.client_id = schemes.client_id AND scheme_nodes.scheme_id = schemes.id
     AND scheme_nodes.id = regexp_replace(operation.node, '/manual$', '')
   ORDER BY operation.number`,
)

/** Lists the work that waits for a decision at this club, with the names of members, groups and nodes. */
export async function listSubmittedWork(
  tx: Tx,
  secrets: SecretBox,
  context: ClubContext,
  language: string,
): Promise<SubmittedWork[]> {
  const waiting = await readWaiting(tx, context.clubId, /* ops: all */ null)
  const fieldsOfEach = await Promise.all(
    waiting.map(async (row) => shownFields(await openPayload(secrets, context.clientId, row))),
  )
  // an id that is no UUID would make the query fail
  const uuidOrNull = (id: string | null) => (id !== null && UUID.test(id) ? id : null)
  // the names of each operation's member, group and node, in the order of the list
  const names = await queryRows(tx, NAMES_OF_OPERATIONS, [
    fieldsOfEach.map((fields) => uuidOrNull(fields.member)),
    fieldsOfEach.map((fields) => uuidOrNull(fields.group)),
    fieldsOfEach.map((fields) => fields.slug),
    fieldsOfEach.map((fields) => fields.node),
    language,
    context.clubId,
  ])
  const guests = new Map(fieldsOfEach.flatMap(({ member, name }) => (name === '' ? [] : [[member, name]])))
  return waiting.map((row, index) => ({
    op_id: row.op_id,
    author: { uuid: row.author_id, name: row.author },
    submitted_by: row.submitted_by,
    submitted_at: Math.floor(row.submitted_at.getTime() / 1000),
    kind: row.operation.kind,
    entered_ts: fieldsOfEach[index]?.entered ?? null,
    member: names[index]?.member ?? guests.get(fieldsOfEach[index]?.member ?? null) ?? null,
    group: names[index]?.group ?? null,
    scheme_slug: fieldsOfEach[index]?.slug ?? null,
    node_id: fieldsOfEach[index]?.node ?? null,
    node: names[index]?.node ?? null,
    grade_kind: names[index]?.grade_kind ?? null,
    date: fieldsOfEach[index]?.date ?? null,
    value: fieldsOfEach[index]?.value ?? null,
    pass: fieldsOfEach[index]?.pass ?? null,
    code: row.code,
  }))
}

const DECIDE_WORK = tenantStatement(
  'assessment/decide-submitted-work',
  `UPDATE submitted_work work SET outcome = pushed.outcome, code = pushed.code,
     state = CASE WHEN pushed.outcome IN ('applied', 'superseded') THEN 'accepted' ELSE work.state END,
     decided_by = CASE WHEN pushed.outcome IN ('applied', 'superseded') THEN $2::uuid END,
     decided_at = CASE WHEN pushed.outcome IN ('applied', 'superseded') THEN $3::timestamptz END
   FROM unnest($4::uuid[], $5::text[], $6::text[]) pushed (op, outcome, code)
   WHERE work.client_id = $1 AND work.op_id = pushed.op AND work.state = 'waiting'`,
)

/**
 * Applies submitted operations in their authors' names, as if each had arrived when it was submitted: rights and stamps
 * are checked for that moment. Operations that are rejected or fail go on waiting, with the reason. The call is
 * idempotent.
 */
export async function acceptSubmittedWork(
  deps: PushDeps & { secrets: SecretBox },
  context: ClubContext,
  ops: readonly string[],
): Promise<void> {
  const { clientId, userId } = context
  const waiting = await inTenant(deps.db, clientId, 'read', (tx) => readWaiting(tx, context.clubId, ops))
  const outcomes: Outcome[] = []
  // a push is of one author and device, and is checked for one moment
  const batches = Map.groupBy(waiting, (row) => `${row.author_id}/${row.device_id}/${row.submitted_at.getTime()}`)
  for (const batch of batches.values()) {
    const [first] = batch
    if (!first) continue
    const operations = await Promise.all(
      batch.map(async (row) => ({ ...row.operation, payload: await openPayload(deps.secrets, clientId, row) })),
    )
    // the audit log stores the administrator as the user who acts for the author
    const author = { clientId, userId: first.author_id, originalUserId: userId }
    const depsAtSubmission = {
      ...deps,
      now: () => first.submitted_at.getTime(),
      // another administrator may have declined some meanwhile, and declines none of the others until they are applied
      lockApplicable: async (tx: Tx, opIds: readonly string[]) =>
        new Set((await readWaiting(tx, context.clubId, opIds, /* lock */ true)).map((row) => row.op_id)),
    }
    const reply = await push(depsAtSubmission, author, { deviceId: first.device_id, operations })
    outcomes.push(...reply.outcomes)
  }
  await inTenant(deps.db, clientId, 'write', async (tx) => {
    await execute(tx, DECIDE_WORK, [
      userId,
      new Date(context.nowMs),
      outcomes.map(({ opId }) => opId),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ code }) => code ?? null),
    ])
    await audit(tx, {
      userId,
      action: 'accept-work',
      entity: 'club',
      entityId: context.clubId,
      after: { outcomes: outcomes.map(({ opId, outcome }) => [opId, outcome]) },
    })
  })
}

const DECLINE_WORK = tenantStatement(
  'assessment/decline-submitted-work',
  `UPDATE submitted_work SET state = 'declined', decided_by = $2, decided_at = $3
   WHERE client_id = $1 AND op_id = ANY($4)`,
)

/**
 * Declines submitted operations for good; they are never applied. Those that have been applied are left to who accepts
 * them.
 */
export async function declineSubmittedWork(tx: Tx, context: ClubContext, ops: readonly string[]): Promise<void> {
  const waiting = await readWaiting(tx, context.clubId, ops, /* lock */ true)
  const finalOps = await readFinalOps(
    tx,
    waiting.map((row) => row.op_id),
  )
  const opIds = waiting.flatMap((row) => (finalOps.has(row.op_id) ? [] : [row.op_id]))
  if (opIds.length === 0) throw new Refusal('NOT_FOUND', { field: 'ops' })
  await execute(tx, DECLINE_WORK, [context.userId, new Date(context.nowMs), opIds])
  await audit(tx, {
    userId: context.userId,
    action: 'decline-work',
    entity: 'club',
    entityId: context.clubId,
    after: { ops: opIds },
  })
}
