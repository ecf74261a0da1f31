import { audit } from '#server/platform/audit.ts'
import { execute, findRow, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * How the users of a client log in, as operators name it: here with address or user name and password, or at the
 * client's OpenID provider or course provider.
 */
export const LOGIN_KINDS = {
  local: { authProvider: 'local', login: 'email' },
  username: { authProvider: 'local', login: 'username' },
  openid: { authProvider: 'bg', login: 'federated' },
  'course-provider': { authProvider: 'coursepro', login: 'course_provider' },
} as const
export type LoginKind = keyof typeof LOGIN_KINDS

export function isLoginKind(text: string): text is LoginKind {
  return Object.hasOwn(LOGIN_KINDS, text)
}

const KIND_BY_LOGIN = {
  email: 'local',
  username: 'username',
  federated: 'openid',
  course_provider: 'course-provider',
} as const satisfies Record<(typeof LOGIN_KINDS)[LoginKind]['login'], LoginKind>

const LOGIN = tenantStatement('tenants/read-login', 'SELECT login FROM clients WHERE client_id = $1')

/** How users log in at the transaction's client; null without such a client. */
export async function readLoginKind(tx: Tx): Promise<LoginKind | null> {
  const row = await findRow(tx, LOGIN)
  return row ? KIND_BY_LOGIN[row.login] : null
}

const COUNT_USERS = tenantStatement(
  'tenants/count-users-who-log-in',
  `SELECT count(*) AS users FROM users WHERE client_id = $1 AND type <> 'api' AND status <> 'anonymised'`,
)

/** The number of accounts whose users log in, or could again, in the way that the client has now. */
export async function countUsers(tx: Tx): Promise<number> {
  return (await getRow(tx, COUNT_USERS)).users
}

const SET_LOGIN = tenantStatement(
  'tenants/set-login',
  'UPDATE clients SET auth_provider = $2, login = $3 WHERE client_id = $1',
)

/** Sets how users log in at the transaction's client, which was of the kind `before` and has no users yet. */
export async function setLoginKind(tx: Tx, before: LoginKind, after: LoginKind): Promise<void> {
  await execute(tx, SET_LOGIN, [LOGIN_KINDS[after].authProvider, LOGIN_KINDS[after].login])
  await audit(tx, {
    userId: null,
    action: 'update',
    entity: 'client',
    entityId: tx.clientId,
    before: { login: before },
    after: { login: after },
  })
}
