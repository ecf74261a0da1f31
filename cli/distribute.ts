import { parseArgs } from 'node:util'
import pg from 'pg'
import { distribute as runSteps, giveNode } from '#db/distribution/distribute.ts'
import { extension, obstacleTo, superuser } from '#db/distribution/obstacle.ts'
import { planDistribution } from '#db/distribution/plan.ts'
import { wrongUsage } from './usage.ts'

/**
 * Spreads the tables by client over the nodes of a cluster of Citus, or prints the statements for it; or gives one client
 * of such a cluster a node of its own. Everything that could stop it is checked before anything is changed.
 */
export async function distribute(args: string[], ownerUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { plan: { type: 'boolean' }, client: { type: 'string' }, node: { type: 'string' } },
  })
  const { plan, client, node } = values
  if (positionals.length > 0 || (client === undefined) !== (node === undefined) || (plan && client !== undefined))
    throw wrongUsage('distribute')
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(node ?? '') ?? []
  if (node !== undefined && host === undefined) throw new Error(`"${node}" is no node: write it as HOST:PORT`)
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  try {
    if (plan) return (await planDistribution(db)).map(({ sql }) => `${sql};`).join('\n')
    const obstacle = client === undefined ? await obstacleTo(db) : ((await extension(db)) ?? (await superuser(db)))
    if (obstacle !== null) throw new Error(`nothing is changed: ${obstacle}`)
    if (client !== undefined && host !== undefined) {
      await giveNode(db, client, host, Number(port))
      return `${client} has shards of its own, on ${node}.`
    }
    const count = await runSteps(db, await planDistribution(db))
    return `${count} tables are distributed now. Start one server, and run rungs doctor.`
  } finally {
    await db.end()
  }
}
