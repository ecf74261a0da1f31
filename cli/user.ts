import { parseArgs } from 'node:util'
import { UserType } from '#contract/platform/fields.ts'
import { closeAccount } from '#server/identity/users/close-account.ts'
import { deactivateUser } from '#server/identity/users/deactivate.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Database, type Tx } from '#server/platform/tenancy.ts'
import { requireClient } from './clients.ts'
import { json, table } from './table.ts'
import { wrongUsage } from './usage.ts'

const verbs = new Map([
  ['list', list],
  ['deactivate', deactivate],
  ['close', close],
])

/** Shows a client's accounts, makes one inactive, and closes one of a parent for good. */
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
     floor(extract(epoch FROM last_login))::int AS last_login,
     floor(extract(epoch FROM deletion_asked_at))::int AS deletion_asked
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
      stateOf(row),
      row.last_login === null ? 'never' : dayOf(row.last_login),
    ]),
  ])
}

/** A request for deletion is shown instead of the state that the account has until then. */
function stateOf(user: { status: string; verified: boolean; deletion_asked: number | null }): string {
  if (user.deletion_asked !== null) return `asked for deletion on ${dayOf(user.deletion_asked)}`
  return user.status === 'current' && !user.verified ? 'invited' : user.status
}

const dayOf = (ts: number) => new Date(ts * 1_000).toISOString().slice(0, 10)

const USERS_NAMED = tenantStatement(
  'cli/list-users-with-login-name',
  `SELECT id FROM users WHERE client_id = $1 AND type = $2 AND status <> 'anonymised'
     AND (lower(email) = lower($3) OR lower(username) = lower($3) OR id::text = $3)`,
)

async function deactivate(args: string[], db: Database): Promise<string> {
  return withNamedUser(args, db, async (tx, userId, name) => {
    if (!(await deactivateUser(tx, userId, new Date()))) throw new Error(`${name} is not active`)
    return `${name} cannot log in any more, and is logged out everywhere.`
  })
}

/** Other accounts are closed in the scheme portal, by authors, who do not see parents. */
async function close(args: string[], db: Database): Promise<string> {
  if (args[1] !== 'parent') throw wrongUsage('user')
  return withNamedUser(args, db, async (tx, userId, name) => {
    await closeAccount(tx, /* by user */ null, userId, new Date())
    return `The account of ${name} is closed for good. Its children stay members of their clubs.`
  })
}

/** Works on the account that `args` name by client, type, and e-mail address, user name or id. */
async function withNamedUser(
  args: string[],
  db: Database,
  work: (tx: Tx, userId: string, name: string) => Promise<string>,
): Promise<string> {
  const [clientId, typeName, name, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  const type = typeName === undefined ? undefined : typeOf(typeName)
  if (clientId === undefined || type === undefined || name === undefined || rest.length > 0) throw wrongUsage('user')
  return inTenant(db, clientId, 'write', async (tx) => {
    await requireClient(tx)
    const [found, ...others] = await queryRows(tx, USERS_NAMED, [type, name])
    if (!found) throw new Error(`${clientId} has no ${type} "${name}"`)
    if (others.length > 0) throw new Error(`several accounts are named "${name}"; name one by its id`)
    return work(tx, found.id, name)
  })
}

/** The user type of this name; undefined when there is none. */
function typeOf(name: string) {
  return UserType.anyOf.map((literal) => literal.const).find((type) => type === name)
}
