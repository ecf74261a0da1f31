import { parseArgs } from 'node:util'
import { UserType } from '#contract/platform/fields.ts'
import { isEmail } from '#domain/platform/email.ts'
import { isName } from '#domain/platform/name.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Addresses } from '#server/platform/http/addresses.ts'
import { inTenant, openDatabase, type Database, type Tx } from '#server/platform/tenancy.ts'
import { LINK_MS, makeLink, passwordUrl } from '#server/identity/auth/links.ts'
import { inviteParent, inviteUser } from '#server/identity/users/invite.ts'
import { readLoginKind } from '#server/tenants/clients/login-kind.ts'
import { wrongUsage } from './usage.ts'

type Invited = { email: string; firstname: string; lastname: string; username: string | null }
type Staff = 'coach' | 'admin' | 'ngo'

/**
 * Invites an administrator, coach or author to the clubs with the given names, or a parent to the children with the
 * given membership numbers. A running server sends the mail, unless `--print-link` asks for the link itself.
 */
export async function invite(
  args: string[],
  appUrl: string,
  addressesOf: (db: Database) => Addresses,
): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      club: { type: 'string', multiple: true, default: [] },
      member: { type: 'string', multiple: true, default: [] },
      'print-link': { type: 'boolean', default: false },
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
  const invited = { email, firstname, lastname, username: values.username ?? null }
  const db = openDatabase(appUrl, /* connections */ 1)
  try {
    const portal = portalOfType[type]
    const portalUrl = await addressesOf(db).portal(clientId, portal)
    return await inTenant(db, clientId, 'write', async (tx) => {
      await refuseUseless(tx, type, invited)
      if (values['print-link'] && portalUrl === null) throw new Error(`${clientId} has no ${portal} portal`)
      const links: string[] = []
      const printLink = async (_tx: Tx, userId: string, now: Date) => {
        const token = await makeLink(tx, { userId, kind: 'invite', expires: new Date(now.getTime() + LINK_MS.invite) })
        links.push(passwordUrl(portalUrl ?? '', 'invite', token))
      }
      const send = values['print-link'] ? printLink : undefined
      const { state } =
        type === 'parent'
          ? await toChildren(tx, invited, values.member, send)
          : await toClubs(tx, type, invited, values.club, send)
      if (state === 'linked') return `${email} has an account, and is linked to the children.`
      const said = `${email} is invited.`
      return links.length === 0 ? said : `${said} This link works once, for 7 days:\n${links.join('\n')}`
    })
  } finally {
    await db.pool.end()
  }
}

const portalOfType = { parent: 'parent', coach: 'coach', admin: 'club', ngo: 'scheme' } as const

/** Refuses an account with which its user could not log in. */
async function refuseUseless(tx: Tx, type: Staff | 'parent', { username }: Invited): Promise<void> {
  const kind = await readLoginKind(tx)
  if (kind === null) throw new Error(`no client "${tx.clientId}"`)
  if (kind === 'openid' || kind === 'course-provider')
    throw new Error(`nobody is invited to ${tx.clientId}: whoever logs in at its provider has an account`)
  if (kind === 'username' && type !== 'parent' && username === null)
    throw new Error(`the users of ${tx.clientId} log in by user name: --username NAME`)
}

type Send = Parameters<typeof inviteUser>[4]

async function toChildren(tx: Tx, invited: Invited, numbers: string[], send: Send) {
  const { email, firstname, lastname } = invited
  const memberIds = await idsOf(tx, 'members', numbers)
  const guardian = { memberIds, email, firstname, lastname }
  return inviteParent(tx, /* by an operator */ null, new Date(), guardian, send)
}

async function toClubs(tx: Tx, type: Staff, invited: Invited, clubs: string[], send: Send) {
  const clubIds = await idsOf(tx, 'clubs', clubs)
  return inviteUser(tx, /* by an operator */ null, new Date(), { type, ...invited, clubIds }, send)
}

const IDS = {
  members: tenantStatement(
    'cli/list-members-with-numbers',
    'SELECT id, ngo_id AS value FROM members WHERE client_id = $1 AND ngo_id = ANY($2)',
  ),
  clubs: tenantStatement(
    'cli/list-clubs-with-names',
    'SELECT id, name AS value FROM clubs WHERE client_id = $1 AND name = ANY($2) AND deleted_at IS NULL',
  ),
}

/**
 * The ids of the members with these numbers, or of the clubs with these names. Throws when one does not exist, or when
 * several clubs have the name.
 */
async function idsOf(tx: Tx, table: keyof typeof IDS, values: string[]): Promise<string[]> {
  const rows: { id: string; value: string | null }[] =
    table === 'members' ? await queryRows(tx, IDS.members, [values]) : await queryRows(tx, IDS.clubs, [values])
  const missing = values.filter((value) => !rows.some((row) => row.value === value))
  if (missing.length > 0) throw new Error(`no such ${table}: ${missing.join(', ')}`)
  const several = values.filter((value) => rows.filter((row) => row.value === value).length > 1)
  if (several.length > 0) throw new Error(`several ${table} are named ${several.join(', ')}: rename all but one`)
  return rows.map((row) => row.id)
}
