import { parseArgs } from 'node:util'
import { allClientIds } from '#db/backup/policy.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { readLoginKind, type LoginKind } from '#server/tenants/clients/login-kind.ts'
import { getRow, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Database, type Tx } from '#server/platform/tenancy.ts'
import { json, table } from '../table.ts'
import { wrongUsage } from '../usage.ts'

/** A client as operators see it; `--json` prints these fields. */
interface ShownClient {
  id: string
  name: string
  login: LoginKind
  /** The address of the provider at which users log in; null without one. */
  provider: string | null
  /** The active languages. */
  languages: string[]
  /** Without a host name the client is closed. */
  hosts: { hostname: string; portal: Portal }[]
  clubs: number
  /** The number of active accounts. */
  users: number
}

const CLIENT = tenantStatement(
  'cli/read-client',
  `SELECT client.name,
     (SELECT provider.issuer FROM identity_providers provider WHERE provider.client_id = client.client_id) AS provider,
     (SELECT coalesce(array_agg(language.language ORDER BY language.language_id), '{}') FROM client_languages language
      WHERE language.client_id = client.client_id AND language.active) AS languages,
     (SELECT count(*) FROM clubs club WHERE club.client_id = client.client_id AND club.deleted_at IS NULL) AS clubs,
     (SELECT count(*) FROM users WHERE users.client_id = client.client_id AND users.status = 'current') AS users
   FROM clients client WHERE client.client_id = $1`,
)

const HOSTS = statement(
  'cli/list-hosts-of-client',
  'SELECT hostname, portal FROM hostnames WHERE client_id = $1 ORDER BY portal, hostname',
)

async function readClient(tx: Tx): Promise<ShownClient> {
  const login = await readLoginKind(tx)
  if (login === null) throw new Error(`no client "${tx.clientId}"`)
  const { name, provider, languages, clubs, users } = await getRow(tx, CLIENT)
  const hosts = await queryRows(tx, HOSTS, [tx.clientId])
  return { id: tx.clientId, name, login, provider, languages: languages ?? [], hosts, clubs, users }
}

const read = (db: Database, id: string) => inTenant(db, id, 'read', readClient)

/** Lists all clients, closed ones too. */
export async function list(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  if (positionals.length > 0) throw wrongUsage('client')
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    const clients: ShownClient[] = []
    for (const id of await allClientIds(ownerUrl)) clients.push(await read(db, id))
    if (values.json) return json(clients)
    return table([
      ['ID', 'NAME', 'LOGIN', 'CLUBS', 'USERS', 'STATE'],
      ...clients.map(({ id, name, login, clubs, users, hosts }) => [
        id,
        name,
        login,
        String(clubs),
        String(users),
        hosts.length === 0 ? 'closed' : 'open',
      ]),
    ])
  } finally {
    await db.pool.end()
  }
}

/** Shows one client, also a closed one. */
export async function show(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0) throw wrongUsage('client')
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    const shown = await read(db, id)
    if (values.json) return json(shown)
    const hosts = shown.hosts.map(({ hostname, portal }) => `${hostname} (${portal})`)
    return table([
      ['id', shown.id],
      ['name', shown.name],
      ['login', shown.login],
      ['provider', shown.provider ?? 'none'],
      ['languages', shown.languages.join(', ')],
      ['hosts', hosts.length === 0 ? 'none: the client is closed' : hosts.join(', ')],
      ['clubs', String(shown.clubs)],
      ['users', String(shown.users)],
    ])
  } finally {
    await db.pool.end()
  }
}
