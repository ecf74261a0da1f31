import { parseArgs } from 'node:util'
import { CLUB_NUMBER_MAX, NAME_MAX } from '#contract/tenants/clubs.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { requireClient } from './clients.ts'
import { oneLine } from './one-line.ts'
import { wrongUsage } from './usage.ts'

/**
 * Adds a club. The portals of a client at an OpenID provider have no page for it, and nobody gets in there before there
 * is a club with the number that the provider names.
 */
export async function club([verb, ...args]: string[], appUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { number: { type: 'string' }, 'time-zone': { type: 'string', default: 'Europe/London' } },
  })
  const [clientId, given = '', ...rest] = positionals
  if (verb !== 'add' || clientId === undefined || given.trim() === '' || rest.length > 0) throw wrongUsage('club')
  const timeZone = values['time-zone']
  const name = oneLine('the name of a club', NAME_MAX, given)
  const number = values.number?.trim() ? oneLine('the number of a club', CLUB_NUMBER_MAX, values.number) : null
  if (timeZone !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(timeZone))
    throw new Error(`"${timeZone}" is no time zone, such as Europe/London`)
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      await requireClient(tx)
      await createClub(tx, null, {
        id: crypto.randomUUID(),
        name,
        ngoId: number,
        timeZone,
        memberTypes: [],
      })
    })
  } finally {
    await db.pool.end()
  }
  return `${name} is a club of ${clientId}${number === null ? '' : ` with the number ${number}`}.`
}
