import { parseArgs } from 'node:util'
import { noteInstance } from '#db/backup/instance.ts'
import { allClientIds } from '#db/backup/policy.ts'
import { migrate } from '#db/migrate.ts'
import { beginEpoch } from '#server/assessment/sync/begin-epoch.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { wrongUsage } from './usage.ts'

/**
 * Begins a new epoch for every client, also a closed one, after a point-in-time recovery or a failover that may have
 * lost the last changes. With `--nothing-lost`, as after a failover to a synchronous standby, it only notes where the
 * database is now.
 */
export async function restored(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'nothing-lost': { type: 'boolean' } },
  })
  if (positionals.length > 0) throw wrongUsage('restored')
  await migrate(ownerUrl)
  if (values['nothing-lost']) {
    await noteInstance(ownerUrl)
    return 'It is noted where the database is now. No client has a new epoch: tablets go on as before.'
  }
  const ids = await allClientIds(ownerUrl)
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    for (const id of ids) await inTenant(db, id, 'write', beginEpoch)
  } finally {
    await db.pool.end()
  }
  // last, so that the doctor still asks for it if this was interrupted
  await noteInstance(ownerUrl)
  return `Every client (${ids.length}) has a new epoch: tablets load everything anew with their next sync, and send again what the database lacks.`
}
