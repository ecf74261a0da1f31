import type { Readable } from 'node:stream'
import { UserFileFields, type UsersFileQuery, type UsersQuery } from '#contract/identity/user-list.ts'
import { userFieldsIn } from '#domain/identity/user-fields.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { csvFile } from '#server/platform/http/csv-file.ts'
import { getRow, queryRows, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubsJson, listedUserJson, userFieldsJson, userOrders } from './listed-user.ts'
import type { UserAdminContext } from './user-admin-context.ts'

/** The user types that an administrator sees. */
const CLUB_TYPES = ['admin', 'coach'] as const
/** The user types that an author sees [6.5]. Parents are missing, because clubs invite them. */
const CLIENT_TYPES = ['ngo', 'admin', 'coach', 'api'] as const

const withoutSpaces = (sql: string) => `replace(lower(${sql}), ' ', '')`

/**
 * SQL of the users that match the filters and that the reader may see. `$2` are types and `$3` statuses, `$4` a search,
 * `$5` and `$6` the beginning of a number and of a postcode, `$7` whether users of a login provider are left out, `$8`
 * the reader's club (null for an author), `$9` today, and `$10` whether users who left the club are included. `words`
 * holds the names and the address of a user, folded like the search.
 */
const FROM_VISIBLE = `FROM users WHERE users.client_id = $1 AND users.type = ANY($2) AND users.status = ANY($3)
  AND ($4::text IS NULL OR position(folded($4) IN users.words) > 0)
  AND ($5::text IS NULL OR starts_with(${withoutSpaces('users.ngo_id')}, ${withoutSpaces('$5')}))
  AND ($6::text IS NULL OR starts_with(${withoutSpaces('users.postcode')}, ${withoutSpaces('$6')}))
  AND (NOT $7::boolean OR NOT EXISTS (SELECT FROM identities identity
    WHERE identity.client_id = users.client_id AND identity.user_id = users.id))
  AND ($8::uuid IS NULL OR EXISTS (SELECT FROM user_clubs employment
    WHERE employment.client_id = users.client_id AND employment.user_id = users.id AND employment.club_id = $8
      AND (employment.from_date <= $9::date AND (employment.to_date IS NULL OR employment.to_date >= $9::date)
        OR $10::boolean)))`

/** The parameters of `FROM_VISIBLE` from `$2` on. */
function visibleUsers(context: UserAdminContext, query: UsersFileQuery) {
  const visibleTypes: readonly string[] = context.clubId === null ? CLIENT_TYPES : CLUB_TYPES
  // The filter is one type or a list of types.
  const types = [query['type[]'] ?? visibleTypes].flat().filter((type) => visibleTypes.includes(type))
  // Users who are no longer active have left the club, so for them former memberships count too.
  const includesFormer = query.status !== undefined && query.status !== 'current'
  return [
    types,
    query.status === undefined ? ['current', 'lapsed'] : [query.status],
    query.search?.trim() ?? null,
    query.ngo_id ?? null,
    query.postcode ?? null,
    query.origin === 'local',
    context.clubId,
    context.today,
    includesFormer,
  ] as const
}

const LIST_USERS = tenantStatements(
  'identity/list-users',
  userOrders,
  (order) => `SELECT (SELECT coalesce(json_agg(${listedUserJson}
       || CASE WHEN $11::boolean THEN jsonb_build_object('clubs', ${clubsJson('$9::date')}) ELSE '{}' END
       ORDER BY ${order}), '[]')
     FROM (SELECT * ${FROM_VISIBLE} ORDER BY ${order} LIMIT $12 OFFSET $13) users)::text AS json,
     (SELECT count(*) ${FROM_VISIBLE}) AS total`,
)

/** One page of the users whom the reader may see, as JSON text, and the total number. */
export async function listUsers(
  tx: Tx,
  context: UserAdminContext,
  query: UsersQuery,
): Promise<{ json: string; total: number }> {
  const { perPage, offset } = pageOf(query)
  return getRow(tx, LIST_USERS[query.sort ?? 'alastname'], [
    ...visibleUsers(context, query),
    query.with_clubs === '1',
    perPage,
    offset,
  ])
}

const FILE_FIELDS = userFieldsIn('file')
const USERS_FOR_FILE = tenantStatements(
  'identity/list-users-for-file',
  userOrders,
  (order) => `SELECT json_build_object(${userFieldsJson(FILE_FIELDS)}) AS fields, users.type,
     CASE WHEN users.status = 'current' AND NOT users.verified AND users.type <> 'api' THEN 'invited'
       ELSE users.status END AS status,
     to_char(users.last_login AT TIME ZONE $11, 'YYYY-MM-DD') AS last_login,
     (SELECT string_agg(club.name, ', ' ORDER BY club.name) FROM user_clubs employment
      JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
      WHERE employment.client_id = users.client_id AND employment.user_id = users.id
        AND employment.from_date <= $9::date
        AND (employment.to_date IS NULL OR employment.to_date >= $9::date)) AS clubs
   ${FROM_VISIBLE} ORDER BY ${order}`,
  { json: { fields: UserFileFields } },
)

const COLUMNS = [...FILE_FIELDS, 'type', 'status', 'last_login', 'clubs'] as const
type UserFileRow = Record<(typeof COLUMNS)[number], string | null>

/**
 * All users that match the filters, as rows of a file. Invited ones have the status `invited`; the last login is a date
 * in the reader's time zone.
 */
export async function usersForFile(tx: Tx, context: UserAdminContext, query: UsersFileQuery): Promise<UserFileRow[]> {
  const params = [...visibleUsers(context, query), context.timeZone] as const
  const rows = await queryRows(tx, USERS_FOR_FILE[query.sort ?? 'alastname'], params)
  return rows.map(({ fields, ...others }) => ({ ...fields, ...others }))
}

/** The CSV file of the rows. */
export function toUserCsv(rows: readonly UserFileRow[]): Readable {
  return csvFile(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column] ?? '')),
  )
}
