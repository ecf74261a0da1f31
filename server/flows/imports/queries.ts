import type { ImportRow, ImportRowsQuery, MemberImport } from '#contract/flows/member-imports.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import { missingFields } from '#domain/members/member-import.ts'
import { localDate } from '#domain/platform/club-time.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

type StoredImport = Omit<MemberImport, 'missing'>

/** SQL of a `StoredImport`, from the tables of `fromImports`. A waiting import whose task failed is shown as failed. */
const importJson = `json_build_object('id', import.id, 'file_name', import.file_name,
    'by', uploader.firstname || ' ' || uploader.lastname,
    'created_at', floor(extract(epoch FROM import.created_at)), 'encoding', import.encoding,
    'state', CASE WHEN import.state = 'waiting' AND EXISTS (
        SELECT FROM tasks task WHERE task.client_id = import.client_id AND task.kind = 'import-members'
          AND task.subject = import.id::text AND task.state = 'failed') THEN 'failed' ELSE import.state END,
    'header', import.header, 'columns', import.columns, 'rows', import.row_count, 'entered', import.entered,
    'ready', counts.ready, 'bad', counts.bad, 'same', counts.same, 'out', counts.out, 'kept', counts.kept,
    'undo_until', CASE WHEN import.state = 'done'
      THEN floor(extract(epoch FROM import.done_at + make_interval(days => ${UNDO_DAYS}))) END)`

/** SQL of the imports of club $1, each with the numbers of its rows by state. */
const fromImports = `FROM member_imports import
  JOIN users uploader ON uploader.client_id = import.client_id AND uploader.id = import.user_id
  CROSS JOIN LATERAL (SELECT
      count(*) FILTER (WHERE line.state = 'ready') AS ready, count(*) FILTER (WHERE line.state = 'bad') AS bad,
      count(*) FILTER (WHERE line.state = 'same') AS same, count(*) FILTER (WHERE line.state = 'out') AS out,
      count(*) FILTER (WHERE line.state = 'kept') AS kept
    FROM member_import_rows line WHERE line.client_id = import.client_id AND line.import_id = import.id) counts
  WHERE import.club_id = $1`

function toMemberImport(stored: StoredImport): MemberImport {
  return { ...stored, missing: missingFields(stored.columns) }
}

/** Reads an import of this club; null for an import of another club. */
export async function readImport(tx: Tx, { clubId }: ClubContext, id: string): Promise<MemberImport | null> {
  const { rows } = await tx.query<{ import: StoredImport }>(
    prepared(`SELECT ${importJson} AS import ${fromImports} AND import.id = $2`, [clubId, id]),
  )
  return rows[0] ? toMemberImport(rows[0].import) : null
}

/** The club's imports, newest first. */
export async function listImports(
  tx: Tx,
  { clubId }: ClubContext,
  page: number,
  perPage: number,
): Promise<{ imports: MemberImport[]; total: number }> {
  const { rows } = await tx.query<{ import: StoredImport }>(
    `SELECT ${importJson} AS import ${fromImports} ORDER BY import.created_at DESC, import.id LIMIT $2 OFFSET $3`,
    [clubId, perPage, page * perPage],
  )
  const total = await tx.query<{ n: number }>('SELECT count(*) AS n FROM member_imports WHERE club_id = $1', [clubId])
  return { imports: rows.map((row) => toMemberImport(row.import)), total: total.rows[0]?.n ?? 0 }
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
    `SELECT import.club_id, import.user_id, import.columns, club.time_zone, client.auth_provider AS provider
     FROM member_imports import
     JOIN clubs club ON club.client_id = import.client_id AND club.id = import.club_id
     JOIN clients client ON client.client_id = import.client_id
     WHERE import.id = $1 AND import.state = 'waiting'`,
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
    // an import can only be created where the client keeps its own records
    ownsRecords: true,
    provider,
    columns,
  }
}
