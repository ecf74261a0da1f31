import { UserType } from '#contract/platform/fields.ts'
import { isDate } from '#domain/platform/club-time.ts'
import { isEmail } from '#domain/platform/email.ts'
import { nameProblem } from '#domain/identity/person.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ArchiveRow } from './archive.ts'
import type { ReturnReport } from './report.ts'

const ACCOUNTS = tenantStatement(
  'flows/list-accounts-of-client',
  `SELECT id, type, email, username, status, verified FROM users WHERE client_id = $1 AND status <> 'anonymised'`,
)

interface Account {
  id: string
  status: string
  verified: boolean
}

/** An account as a file names it, by its address or, where it has none, its user name. */
export interface NamedAccount {
  type: string
  email: string
  username: string
}

/** The accounts of a client, as files name them. */
export class Accounts {
  readonly #byKey = new Map<string, Account>()

  static async of(tx: Tx): Promise<Accounts> {
    const accounts = new Accounts()
    for (const { type, email, username, ...account } of await queryRows(tx, ACCOUNTS))
      accounts.add({ type, email: email ?? '', username: username ?? '' }, account)
    return accounts
  }

  add(named: NamedAccount, account: Account): void {
    for (const key of keysOf(named)) this.#byKey.set(key, account)
  }

  find(named: NamedAccount): Account | undefined {
    return keysOf(named).flatMap((key) => this.#byKey.get(key) ?? [])[0]
  }
}

const keysOf = ({ type, email, username }: NamedAccount) => [
  ...(email === '' ? [] : [`${type} e ${email.toLowerCase()}`]),
  ...(username === '' ? [] : [`${type} u ${username.toLowerCase()}`]),
]

/** Who a row of a file names, by the columns `type`, `email` and `username`. */
export function namedAccount(cells: ArchiveRow['cells'], type = cells['type'] ?? ''): NamedAccount {
  return { type, email: cells['email'] ?? '', username: cells['username'] ?? '' }
}

const NUMBERS = tenantStatement(
  'flows/list-numbers-of-accounts',
  'SELECT type, ngo_id FROM users WHERE client_id = $1 AND ngo_id IS NOT NULL',
)

const SET_STATUS = tenantStatement(
  'flows/set-status-of-returned-account',
  'UPDATE users SET status = $3 WHERE client_id = $1 AND id = $2',
)

const WORK = tenantStatement(
  'flows/add-work-of-returned-account',
  `INSERT INTO user_clubs (client_id, user_id, club_id, from_date, to_date) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (client_id, user_id, club_id) DO NOTHING`,
)

/**
 * Takes accounts back that files name, without passwords: whoever worked or followed a child there is invited here, and
 * nobody gets a mail before an office sends one. Who left stays inactive.
 */
export class ReturnedPeople {
  readonly #tx: Tx
  readonly #by: string | null
  readonly #report: ReturnReport
  readonly #numbers: Set<string>
  readonly accounts: Accounts

  private constructor(tx: Tx, by: string | null, report: ReturnReport, accounts: Accounts, numbers: Set<string>) {
    this.#tx = tx
    this.#by = by
    this.#report = report
    this.accounts = accounts
    this.#numbers = numbers
  }

  static async of(tx: Tx, by: string | null, report: ReturnReport): Promise<ReturnedPeople> {
    const [accounts, numbers] = await Promise.all([Accounts.of(tx), queryRows(tx, NUMBERS)])
    return new ReturnedPeople(tx, by, report, accounts, new Set(numbers.map(({ type, ngo_id }) => `${type} ${ngo_id}`)))
  }

  /** The account that a row names, which is made where there is none; null when the row cannot be one. */
  async take(file: string, row: ArchiveRow, named: NamedAccount, name: { firstname: string; lastname: string }) {
    const found = this.accounts.find(named)
    if (found) return { account: found, isNew: false }
    const type = UserType.anyOf.map((literal) => literal.const).find((known) => known === named.type)
    if (
      type === undefined ||
      type === 'api' ||
      (named.email === '' && named.username === '') ||
      (named.email !== '' && !isEmail(named.email)) ||
      nameProblem(name.firstname) !== null ||
      nameProblem(name.lastname) !== null
    ) {
      this.#report.leave(file, row.line, 'account', `${name.firstname} ${name.lastname}`.trim())
      return null
    }
    return { account: await this.#create(file, row, type, named, name), isNew: true }
  }

  async #create(
    file: string,
    row: ArchiveRow,
    type: UserType,
    named: NamedAccount,
    name: { firstname: string; lastname: string },
  ): Promise<Account> {
    const number = row.cells['ngo_id']?.trim() ?? ''
    // the columns of a child's number stand in the file of parents
    const ownNumber = type === 'parent' || number === '' ? null : number
    const isTaken = ownNumber !== null && this.#numbers.has(`${type} ${ownNumber}`)
    if (isTaken) this.#report.leave(file, row.line, 'number', number)
    else if (ownNumber !== null) this.#numbers.add(`${type} ${ownNumber}`)
    const status = ['lapsed', 'unlinked'].find((left) => left === row.cells['status']) ?? 'current'
    const account = { id: crypto.randomUUID(), status, verified: status !== 'current' }
    await createUser(this.#tx, this.#by, {
      id: account.id,
      type,
      email: named.email === '' ? null : named.email,
      username: named.username === '' ? null : named.username,
      ...name,
      ngo_id: isTaken ? null : ownNumber,
      passwordHash: null,
      // who left is added to a club again as an account that exists, others complete theirs by a link
      verified: account.verified,
      clubIds: [],
    })
    if (status !== 'current') await execute(this.#tx, SET_STATUS, [account.id, status])
    this.accounts.add(named, account)
    return account
  }

  /** Takes back who works at the club, and who has worked there. */
  async takeStaff(clubId: string, rows: readonly ArchiveRow[]): Promise<void> {
    for (const row of rows) {
      const { type = '', firstname = '', lastname = '', works_from: from = '', works_until: until = '' } = row.cells
      if (type !== 'coach' && type !== 'admin') {
        this.#report.leave('staff.csv', row.line, 'value', type)
        continue
      }
      const taken = await this.take('staff.csv', row, namedAccount(row.cells), { firstname, lastname })
      if (taken === null) continue
      const added = await execute(this.#tx, WORK, [
        taken.account.id,
        clubId,
        isDate(from) ? from : '2000-01-01',
        isDate(until) ? until : null,
      ])
      this.#report.count('staff.csv', added > 0 ? { taken: 1 } : { same: 1 })
    }
  }

  /** Takes back the parents of the children, each of whom is linked once the invitation is accepted. */
  async takeParents(rows: readonly ArchiveRow[], memberOf: (row: ArchiveRow) => string | null): Promise<void> {
    const links: { userId: string; memberId: string; invited: boolean }[] = []
    for (const row of rows) {
      const memberId = memberOf(row)
      if (memberId === null) continue
      const { parent_firstname: firstname = '', parent_lastname: lastname = '' } = row.cells
      const taken = await this.take('parents.csv', row, namedAccount(row.cells, 'parent'), { firstname, lastname })
      if (taken === null) continue
      const isNew = taken.account.verified
        ? await linkMember(this.#tx, this.#by, taken.account.id, memberId)
        : (await execute(this.#tx, INVITE_TO_CHILD, [taken.account.id, memberId, this.#by])) > 0
      if (isNew) links.push({ userId: taken.account.id, memberId, invited: !taken.account.verified })
      this.#report.count('parents.csv', isNew ? { taken: 1 } : { same: 1 })
    }
    await execute(this.#tx, NOTE_LINKS, [
      this.#report.changeSetId,
      links.map(({ userId }) => userId),
      links.map(({ memberId }) => memberId),
      links.map(({ invited }) => invited),
    ])
  }
}

const INVITE_TO_CHILD = tenantStatement(
  'flows/invite-returned-parent',
  `INSERT INTO invited_links (client_id, user_id, member_id, invited_by) VALUES ($1, $2, $3, $4)
   ON CONFLICT DO NOTHING`,
)

const NOTE_LINKS = tenantStatement(
  'flows/note-links-of-returned-parents',
  `INSERT INTO change_set_links (client_id, change_set_id, user_id, member_id, invited)
   SELECT $1, $2, link.* FROM unnest($3::uuid[], $4::uuid[], $5::boolean[]) link (parent, member, invited)
   RETURNING client_id`,
)
