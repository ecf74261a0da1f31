import type { ImportRow, ImportRowsQuery, MemberImport } from '#contract/flows/member-imports.ts'
import { UNDO_DAYS } from '#contract/flows/member-imports.ts'
import { missingFields } from '#domain/members/member-import.ts'
import { localDate } from '#domain/platform/club-time.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

type StoredImport = Omit<MemberImport, 'missing'>

const importJson = `json_build_object('id', i.id, 'file_name', i.file_name, 'by', u.firstname || ' ' || u.lastname,
    'created_at', floor(extract(epoch FROM i.created_at)), 'encoding', i.encoding,
    'state', CASE WHEN i.state = 'waiting' AND EXISTS (SELECT FROM tasks t WHERE t.client_id = i.client_id AND t.kind = 'import-members'
      AND t.subject = i.id::text AND t.state = 'failed') THEN 'failed' ELSE i.state END,
    'header', i.header, 'columns', i.columns, 'rows', i.row_count, 'entered', i.entered,
    'ready', n.ready, 'bad', n.bad, 'same', n.same, 'out', n.out, 'kept', n.kept,
    'undo_until', CASE WHEN i.state = 'done' THEN floor(extract(epoch FROM i.done_at + make_interval(days => ${UNDO_DAYS}))) END)`

const from = `FROM member_imports i JOIN users u ON u.client_id = i.client_id AND u.id = i.user_id
  CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE r.state = 'ready') AS ready, count(*) FILTER (WHERE r.state = 'bad') AS bad,
      count(*) FILTER (WHERE r.state = 'same') AS same, count(*) FILTER (WHERE r.state = 'out') AS out,
      count(*) FILTER (WHERE r.state = 'kept') AS kept
    FROM member_import_rows r WHERE r.client_id = i.client_id AND r.import_id = i.id) n
  WHERE i.club_id = $1`

function toMemberImport(stored: StoredImport): MemberImport {
  return { ...stored, missing: missingFields(stored.columns) }
}

/** Reads an import of this club; null for an import of another club. */
export async function readImport(tx: Tx, { clubId }: ClubContext, id: string): Promise<MemberImport | null> {
  const { rows } = await tx.query<{ one: StoredImport }>(
    prepared(`SELECT ${importJson} AS one ${from} AND i.id = $2`, [clubId, id]),
  )
  return rows[0] ? toMemberImport(rows[0].one) : null
}

/** The club's imports, newest first. */
export async function listImports(
  tx: Tx,
  { clubId }: ClubContext,
  page: number,
  perPage: number,
): Promise<{ imports: MemberImport[]; total: number }> {
  const { rows } = await tx.query<{ one: StoredImport }>(
    `SELECT ${importJson} AS one ${from} ORDER BY i.created_at DESC, i.id LIMIT $2 OFFSET $3`,
    [clubId, perPage, page * perPage],
  )
  const total = await tx.query<{ n: number }>('SELECT count(*) AS n FROM member_imports WHERE club_id = $1', [clubId])
  return { imports: rows.map(({ one }) => toMemberImport(one)), total: total.rows[0]?.n ?? 0 }
}

/** A page of an import's rows. The caller has checked that the import is one of the club. */
export async function listImportRows(
  tx: Tx,
  id: string,
  { page, per_page, state }: ImportRowsQuery,
): Promise<{ rows: ImportRow[]; total: number }> {
  const perPage = Number(per_page ?? 10)
  const where = 'WHERE import_id = $1 AND ($2::text IS NULL OR state = $2)'
  const { rows } = await tx.query<ImportRow>(
    `SELECT row, cells, state, problems FROM member_import_rows ${where} ORDER BY row LIMIT $3 OFFSET $4`,
    [id, state ?? null, perPage, Number(page ?? 0) * perPage],
  )
  const total = await tx.query<{ n: number }>(`SELECT count(*) AS n FROM member_import_rows ${where}`, [
    id,
    state ?? null,
  ])
  return { rows, total: total.rows[0]?.n ?? 0 }
}

/** The club context and columns of an import that waits for its task; null when it does not wait any more. */
export async function contextOfImport(
  tx: Tx,
  clientId: string,
  id: string,
  nowMs: number,
): Promise<(ClubContext & { columns: (string | null)[] }) | null> {
  const { rows } = await tx.query<{
    club_id: string
    user_id: string
    time_zone: string
    columns: (string | null)[]
    provider: ClubContext['provider']
  }>(
    `SELECT i.club_id, i.user_id, i.columns, c.time_zone, cl.auth_provider AS provider FROM member_imports i JOIN clubs c ON c.client_id = i.client_id AND c.id = i.club_id
     JOIN clients cl ON cl.client_id = i.client_id
     WHERE i.id = $1 AND i.state = 'waiting'`,
    [id],
  )
  const [found] = rows
  if (!found) return null
  const { club_id: clubId, user_id: userId, time_zone: timeZone, columns, provider } = found
  return {
    clientId,
    clubId,
    userId,
    today: localDate(nowMs, timeZone),
    timeZone,
    nowMs,
    ownsRecords: true,
    provider,
    columns,
  }
}
