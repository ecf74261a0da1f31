import { parseArgs } from 'node:util'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { requireClient } from './clients.ts'
import { wrongUsage } from './usage.ts'

const MAX_NAME = 100
const MAX_NUMBER = 50

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
  const [clientId, name = '', ...rest] = positionals
  if (verb !== 'add' || clientId === undefined || name.trim() === '' || rest.length > 0) throw wrongUsage('club')
  const timeZone = values['time-zone']
  const number = values.number?.trim() || null
  if (name.trim().length > MAX_NAME) throw new Error(`a name has ${MAX_NAME} characters at most`)
  if ((number ?? '').length > MAX_NUMBER) throw new Error(`a number has ${MAX_NUMBER} characters at most`)
  if (timeZone !== 'UTC' && !Intl.supportedValuesOf('timeZone').includes(timeZone))
    throw new Error(`"${timeZone}" is no time zone, such as Europe/London`)
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      await requireClient(tx)
      await createClub(tx, null, {
        id: crypto.randomUUID(),
        name: name.trim(),
        ngoId: number,
        timeZone,
        memberTypes: [],
      })
    })
  } finally {
    await db.pool.end()
  }
  return `${name.trim()} is a club of ${clientId}${number === null ? '' : ` with the number ${number}`}.`
}
