import { parseArgs } from 'node:util'
import { addHost, lockHosts, removeHost } from '#server/tenants/clients/hosts.ts'
import { queryRows, queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { PORTALS, requireClient } from './clients.ts'
import { isHostname } from './hostname.ts'
import { json, table } from './table.ts'
import { wrongUsage } from './usage.ts'

const HOSTS = statement(
  'cli/list-hosts',
  'SELECT client_id AS client, portal, hostname FROM hostnames ORDER BY client_id, portal, hostname',
)

const HOST = statement(
  'cli/find-host',
  'SELECT client_id AS client, portal, hostname FROM hostnames WHERE hostname = $1',
)

const verbs = new Map([
  ['add', add],
  ['remove', remove],
  ['list', list],
])

/** Gives portals any host names, as the owner of the database: the application's role may only read them. */
export async function host([verb = '', ...args]: string[], ownerUrl: string): Promise<string> {
  const work = verbs.get(verb)
  if (!work) throw wrongUsage('host')
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    return await work(args, db)
  } finally {
    await db.pool.end()
  }
}

async function add(args: string[], db: Database): Promise<string> {
  const [client, portalName, name, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  const portal = PORTALS.find((known) => known === portalName)
  if (client === undefined || portal === undefined || name === undefined || rest.length > 0) throw wrongUsage('host')
  const hostname = name.toLowerCase()
  if (!isHostname(hostname)) throw new Error(`"${hostname}" is not a host name`)
  await inTenant(db, client, 'write', async (tx) => {
    await requireClient(tx)
    if (await addHost(tx, { hostname, portal })) return
    const [taken] = await queryRows(tx, HOST, [hostname])
    throw new Error(`${hostname} is taken: it shows the ${taken?.portal} portal of ${taken?.client}`)
  })
  return `${hostname} shows the ${portal} portal of ${client}; running servers follow within a minute.`
}

async function remove(args: string[], db: Database): Promise<string> {
  const [name, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  if (name === undefined || rest.length > 0) throw wrongUsage('host')
  const hostname = name.toLowerCase()
  const [found] = await queryRowsWithoutTenant(db, HOST, [hostname])
  if (!found) throw new Error(`no host name "${hostname}"`)
  await inTenant(db, found.client, 'write', async (tx) => {
    const present = await lockHosts(tx)
    if (present.every((other) => other.hostname === hostname))
      throw new Error(`${hostname} is the last host name of ${found.client}; rungs client close ${found.client}`)
    await removeHost(tx, found)
  })
  return `${hostname} shows nothing any more; running servers follow within a minute.`
}

async function list(args: string[], db: Database): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  const [client, ...rest] = positionals
  if (rest.length > 0) throw wrongUsage('host')
  if (client !== undefined) await inTenant(db, client, 'read', requireClient)
  const rows = (await queryRowsWithoutTenant(db, HOSTS)).filter((row) => client === undefined || row.client === client)
  if (values.json) return json(rows)
  return table([['CLIENT', 'PORTAL', 'HOST'], ...rows.map((row) => [row.client, row.portal, row.hostname])])
}
