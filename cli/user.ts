import { parseArgs } from 'node:util'
import { UserType } from '#contract/platform/fields.ts'
import { deactivateUser } from '#server/identity/users/deactivate.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { requireClient } from './clients.ts'
import { json, table } from './table.ts'
import { wrongUsage } from './usage.ts'

const verbs = new Map([
  ['list', list],
  ['deactivate', deactivate],
])

/** Shows a client's accounts, and makes one inactive. */
export async function user([verb = '', ...args]: string[], appUrl: string): Promise<string> {
  const work = verbs.get(verb)
  if (!work) throw wrongUsage('user')
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    return await work(args, db)
  } finally {
    await db.pool.end()
  }
}

const USERS = tenantStatement(
  'cli/list-users',
  `SELECT id, type, email, username, firstname, lastname, status, verified,
     floor(extract(epoch FROM last_login))::int AS last_login
   FROM users WHERE client_id = $1 AND ($2::text IS NULL OR type = $2) AND status <> 'anonymised'
   ORDER BY type, sort_name, id`,
)

async function list(args: string[], db: Database): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  const [clientId, typeName, ...rest] = positionals
  const type = typeName === undefined ? null : typeOf(typeName)
  if (clientId === undefined || type === undefined || rest.length > 0) throw wrongUsage('user')
  const users = await inTenant(db, clientId, 'read', async (tx) => {
    await requireClient(tx)
    return queryRows(tx, USERS, [type])
  })
  if (values.json) return json(users)
  return table([
    ['TYPE', 'NAME', 'E-MAIL OR USER NAME', 'STATE', 'LAST LOGIN'],
    ...users.map((row) => [
      row.type,
      `${row.firstname} ${row.lastname}`.trim(),
      row.username ?? row.email ?? '-',
      row.status === 'current' && !row.verified ? 'invited' : row.status,
      row.last_login === null ? 'never' : new Date(row.last_login * 1_000).toISOString().slice(0, 10),
    ]),
  ])
}

const USERS_NAMED = tenantStatement(
  'cli/list-users-with-login-name',
  `SELECT id FROM users WHERE client_id = $1 AND type = $2
     AND (lower(email) = lower($3) OR lower(username) = lower($3) OR id::text = $3)`,
)

async function deactivate(args: string[], db: Database): Promise<string> {
  const [clientId, typeName, name, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  const type = typeName === undefined ? undefined : typeOf(typeName)
  if (clientId === undefined || type === undefined || name === undefined || rest.length > 0) throw wrongUsage('user')
  await inTenant(db, clientId, 'write', async (tx) => {
    await requireClient(tx)
    const [found, ...others] = await queryRows(tx, USERS_NAMED, [type, name])
    if (!found) throw new Error(`${clientId} has no ${type} "${name}"`)
    if (others.length > 0) throw new Error(`several accounts are named "${name}"; name one by its id`)
    if (!(await deactivateUser(tx, found.id, new Date()))) throw new Error(`${name} is not active`)
  })
  return `${name} cannot log in any more, and is logged out everywhere.`
}

/** The user type of this name; undefined when there is none. */
function typeOf(name: string) {
  return UserType.anyOf.map((literal) => literal.const).find((type) => type === name)
}
