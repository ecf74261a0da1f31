import type { Readable } from 'node:stream'
import type { UsersFile, UsersQuery } from '#contract/identity/user-list.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { userConditions, userOrders, pageOfUsers } from './listed-user.ts'
import type { UserAdminContext } from './user-admin-context.ts'

/** The user types that an administrator sees. */
const CLUB_TYPES = ['admin', 'coach'] as const
/** The user types that an author sees [6.5]. Parents are missing, because clubs invite them. */
const CLIENT_TYPES = ['ngo', 'admin', 'coach', 'api'] as const

/** SQL condition for the users `u` that match the filters and that the reader may see. */
function conditions(context: UserAdminContext, query: UsersFile, params: SqlParams): string {
  const visibleTypes: readonly string[] = context.clubId === null ? CLIENT_TYPES : CLUB_TYPES
  const types = [query['type[]'] ?? visibleTypes].flat().filter((type) => visibleTypes.includes(type))
  const all = [`u.type = ANY(${params.add(types)})`, ...userConditions(query, params)]
  // Users who are no longer active have left the club, so for them former memberships count too.
  if (context.clubId !== null) {
    const today = `${params.add(context.today)}::date`
    all.push(`EXISTS (SELECT FROM user_clubs uc WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND uc.club_id = ${params.add(context.clubId)}
       AND (uc.from_date <= ${today} AND (uc.to_date IS NULL OR uc.to_date >= ${today})
         OR ${params.add(query.status !== undefined && query.status !== 'current')}))`)
  }
  return all.join(' AND ')
}

/** One page of the users whom the reader may see, as JSON text, and the total number. */
export async function listUsers(
  tx: Tx,
  context: UserAdminContext,
  query: UsersQuery,
): Promise<{ json: string; total: number }> {
  const params = new SqlParams()
  return pageOfUsers(tx, conditions(context, query, params), query, params, context.today)
}

const COLUMNS = ['firstname', 'lastname', 'email', 'type', 'status', 'last_login', 'clubs'] as const
type UserFileRow = Record<(typeof COLUMNS)[number], string | null>

/** All users that match the filters, as rows of a file. Invited ones have the status `invited`; the last login is a date in the reader's time zone. */
export async function usersForFile(tx: Tx, context: UserAdminContext, query: UsersFile): Promise<UserFileRow[]> {
  const params = new SqlParams()
  const where = conditions(context, query, params)
  const today = `${params.add(context.today)}::date`
  const { rows } = await tx.query<UserFileRow>(
    `SELECT u.firstname, u.lastname, u.email, u.type,
       CASE WHEN u.status = 'current' AND NOT u.verified AND u.type <> 'api' THEN 'invited' ELSE u.status END AS status,
       to_char(u.last_login AT TIME ZONE ${params.add(context.timeZone)}, 'YYYY-MM-DD') AS last_login,
       (SELECT string_agg(cl.name, ', ' ORDER BY cl.name) FROM user_clubs uc
        JOIN clubs cl ON cl.client_id = uc.client_id AND cl.id = uc.club_id
        WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND uc.from_date <= ${today}
          AND (uc.to_date IS NULL OR uc.to_date >= ${today})) AS clubs
     FROM users u WHERE ${where} ORDER BY ${userOrders[query.sort ?? 'alastname']}`,
    params.values,
  )
  return rows
}

export function userFile(rows: readonly UserFileRow[]): Readable {
  return csvFile(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column] ?? '')),
  )
}
