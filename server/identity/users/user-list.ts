import type { Readable } from 'node:stream'
import type { UsersFileQuery, UsersQuery } from '#contract/identity/user-list.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { userConditions, userOrders, readUserPage } from './listed-user.ts'
import type { UserAdminContext } from './user-admin-context.ts'

/** The user types that an administrator sees. */
const CLUB_TYPES = ['admin', 'coach'] as const
/** The user types that an author sees [6.5]. Parents are missing, because clubs invite them. */
const CLIENT_TYPES = ['ngo', 'admin', 'coach', 'api'] as const

/** SQL condition for the users that match the filters and that the reader may see. */
function visibleUsers(context: UserAdminContext, query: UsersFileQuery, params: SqlParams): string {
  const visibleTypes: readonly string[] = context.clubId === null ? CLIENT_TYPES : CLUB_TYPES
  // The filter is one type or a list of types.
  const types = [query['type[]'] ?? visibleTypes].flat().filter((type) => visibleTypes.includes(type))
  const conditions = [`users.type = ANY(${params.add(types)})`, ...userConditions(query, params)]
  // Users who are no longer active have left the club, so for them former memberships count too.
  if (context.clubId !== null) {
    const today = `${params.add(context.today)}::date`
    const includesFormer = query.status !== undefined && query.status !== 'current'
    conditions.push(`EXISTS (SELECT FROM user_clubs employment
       WHERE employment.client_id = users.client_id AND employment.user_id = users.id
       AND employment.club_id = ${params.add(context.clubId)}
       AND (employment.from_date <= ${today} AND (employment.to_date IS NULL OR employment.to_date >= ${today})
         OR ${params.add(includesFormer)}))`)
  }
  return conditions.join(' AND ')
}

/** One page of the users whom the reader may see, as JSON text, and the total number. */
export async function listUsers(
  tx: Tx,
  context: UserAdminContext,
  query: UsersQuery,
): Promise<{ json: string; total: number }> {
  const params = new SqlParams()
  return readUserPage(tx, visibleUsers(context, query, params), query, params, context.today)
}

const COLUMNS = ['firstname', 'lastname', 'email', 'type', 'status', 'last_login', 'clubs'] as const
type UserFileRow = Record<(typeof COLUMNS)[number], string | null>

/**
 * All users that match the filters, as rows of a file. Invited ones have the status `invited`; the last login is a date
 * in the reader's time zone.
 */
export async function usersForFile(tx: Tx, context: UserAdminContext, query: UsersFileQuery): Promise<UserFileRow[]> {
  const params = new SqlParams()
  const where = visibleUsers(context, query, params)
  const today = `${params.add(context.today)}::date`
  const { rows } = await tx.query<UserFileRow>(
    `SELECT users.firstname, users.lastname, users.email, users.type,
       CASE WHEN users.status = 'current' AND NOT users.verified AND users.type <> 'api' THEN 'invited'
         ELSE users.status END AS status,
       to_char(users.last_login AT TIME ZONE ${params.add(context.timeZone)}, 'YYYY-MM-DD') AS last_login,
       (SELECT string_agg(club.name, ', ' ORDER BY club.name) FROM user_clubs employment
        JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
        WHERE employment.client_id = users.client_id AND employment.user_id = users.id
          AND employment.from_date <= ${today}
          AND (employment.to_date IS NULL OR employment.to_date >= ${today})) AS clubs
     FROM users WHERE ${where} ORDER BY ${userOrders[query.sort ?? 'alastname']}`,
    params.values,
  )
  return rows
}

/** The CSV file of the rows. */
export function toUserCsv(rows: readonly UserFileRow[]): Readable {
  return csvFile(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column] ?? '')),
  )
}
