import { parseArgs } from 'node:util'
import { UserType } from '#contract/platform/fields.ts'
import { isEmail } from '#domain/platform/email.ts'
import { isName } from '#domain/platform/name.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { inviteParent, inviteUser } from '#server/identity/users/invite.ts'
import { requireClient } from './clients.ts'
import { wrongUsage } from './usage.ts'

/**
 * Invites an administrator, coach or author to the clubs with the given names, or a parent to the children with the
 * given membership numbers. A running server sends the mail.
 */
export async function invite(args: string[], appUrl: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      club: { type: 'string', multiple: true, default: [] },
      member: { type: 'string', multiple: true, default: [] },
    },
  })
  const [clientId, typeText, email, firstname, lastname, ...rest] = positionals
  // an API token's user, the fifth type, is not invited
  const type = UserType.anyOf.map((literal) => literal.const).find((name) => name === typeText)
  if (!clientId || !email || !firstname || !lastname || rest.length > 0 || !type || type === 'api')
    throw wrongUsage('invite')
  if (!isEmail(email)) throw new Error(`"${email}" is not an e-mail address`)
  for (const name of [firstname, lastname]) if (!isName(name)) throw new Error(`"${name}" is not a name`)
  if (type === 'parent' && values.member.length === 0) throw new Error('a parent needs --member NUMBER')
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    await inTenant(db, clientId, 'write', async (tx) => {
      await requireClient(tx)
      const now = new Date()
      if (type === 'parent') {
        const memberIds = await idsOf(tx, 'members', values.member)
        await inviteParent(tx, clientId, /* by an operator */ null, now, { memberIds, email, firstname, lastname })
        return
      }
      const clubIds = await idsOf(tx, 'clubs', values.club)
      const username = values.username ?? null
      await inviteUser(tx, clientId, /* by an operator */ null, now, {
        type,
        email,
        username,
        firstname,
        lastname,
        clubIds,
      })
    })
  } finally {
    await db.pool.end()
  }
  return `${email} is invited.`
}

const IDS = {
  members: tenantStatement(
    'cli/list-members-with-numbers',
    'SELECT id, ngo_id AS value FROM members WHERE client_id = $1 AND ngo_id = ANY($2)',
  ),
  clubs: tenantStatement(
    'cli/list-clubs-with-names',
    'SELECT id, name AS value FROM clubs WHERE client_id = $1 AND name = ANY($2)',
  ),
}

/** The ids of the members with these numbers, or of the clubs with these names. Throws when one does not exist. */
async function idsOf(tx: Tx, table: keyof typeof IDS, values: string[]): Promise<string[]> {
  const rows: { id: string; value: string | null }[] =
    table === 'members' ? await queryRows(tx, IDS.members, [values]) : await queryRows(tx, IDS.clubs, [values])
  const missing = values.filter((value) => !rows.some((row) => row.value === value))
  if (missing.length > 0) throw new Error(`no such ${table}: ${missing.join(', ')}`)
  return rows.map((row) => row.id)
}
