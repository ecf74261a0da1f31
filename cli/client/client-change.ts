import { parseArgs } from 'node:util'
import { NAME_MAX } from '#contract/tenants/clubs.ts'
import { forgetProvider } from '#server/identity/providers/settings.ts'
import { renameClient } from '#server/tenants/clients/commands.ts'
import { closeClient } from '#server/tenants/clients/hosts.ts'
import { countUsers, readLoginKind, setLoginKind } from '#server/tenants/clients/login-kind.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { loginKindOf, nextStep } from './client-create.ts'
import { requireClient } from '../clients.ts'
import { oneLine } from '../one-line.ts'
import { wrongUsage } from '../usage.ts'

/** Runs work in a transaction of the client, with the rights of the database's owner. */
async function inClient<T>(ownerUrl: string, clientId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    return await inTenant(db, clientId, 'write', work)
  } finally {
    await db.pool.end()
  }
}

/** Sets how users log in, as long as nobody could be locked out by it. */
export async function changeLogin(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { login: { type: 'string' } } })
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0 || values.login === undefined) throw wrongUsage('client')
  const kind = loginKindOf(values.login)
  await inClient(ownerUrl, id, async (tx) => {
    const before = await readLoginKind(tx)
    if (before === null) throw new Error(`no client "${id}"`)
    if (before === kind) return
    const users = await countUsers(tx)
    if (users > 0) throw new Error(`${id} has ${users} accounts, which could not log in any more`)
    // what a provider of the other kind needs is different
    await forgetProvider(tx)
    await setLoginKind(tx, before, kind)
  })
  return [`The users of ${id} log in by ${kind}.`, `Next: ${nextStep(id, kind)}`].join('\n')
}

const NAME = tenantStatement('cli/lock-name-of-client', 'SELECT name FROM clients WHERE client_id = $1 FOR UPDATE')

/** Gives a client another name. Its id stays what it is. */
export async function rename(args: string[], ownerUrl: string): Promise<string> {
  const [id, given, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  if (id === undefined || !given?.trim() || rest.length > 0) throw wrongUsage('client')
  const name = oneLine('the name of a client', NAME_MAX, given)
  await inClient(ownerUrl, id, async (tx) => {
    const client = await findRow(tx, NAME)
    if (!client) throw new Error(`no client "${id}"`)
    if (client.name !== name) await renameClient(tx, client.name, name)
  })
  return `${id} is named ${name}.`
}

/** Closes a client: takes its host names away and leaves its data. */
export async function close(args: string[], ownerUrl: string): Promise<string> {
  const [id, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  if (id === undefined || rest.length > 0) throw wrongUsage('client')
  const hosts = await inClient(ownerUrl, id, async (tx) => {
    await requireClient(tx)
    const before = await closeClient(tx)
    if (before.length === 0) throw new Error(`${id} is closed already`)
    return before
  })
  return [
    `${id} is closed: running servers follow within a minute, and its data stays. This opens it again:`,
    ...hosts.map(({ hostname, portal }) => `rungs host add ${id} ${portal} ${hostname}`),
  ].join('\n')
}
