import { guessColumns } from '#domain/members/guess-columns.ts'
import { readRow, type ImportRules } from '#domain/members/member-import.ts'
import type { MemberFile } from '#server/flows/imports/read-file.ts'
import { joinClubs } from '#server/members/commands.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'

const NUMBERED = tenantStatement(
  'flows/list-members-with-numbers',
  `SELECT id, ngo_id, folded(firstname || ' ' || lastname) = folded(said.name) AS has_name
   FROM unnest($2::text[], $3::text[]) said (number, name)
   JOIN members ON members.client_id = $1 AND members.ngo_id = said.number`,
)

/** An exported row is read as it was written: nothing in it is asked about. */
const rulesOf = ({ today }: ClubContext): ImportRules => ({
  today,
  memberTypes: [],
  dateOrder: null,
  levels: new Set(),
  skills: new Map(),
  hasGrades: false,
  placeOf: () => null,
  coaches: new Set(),
  zeros: { phones: false, numberDigits: 0 },
  groupsByComma: false,
})

/**
 * Makes the children of a file members of the club whom another club of the client has, by number and name. It is for
 * the return of a whole client, whose clubs were told of each other; a club alone must not reach for another one's child.
 */
export async function joinSharedChildren(tx: Tx, context: ClubContext, { header, rows }: MemberFile): Promise<void> {
  const columns = guessColumns(header)
  const rules = rulesOf(context)
  const children = rows.map(({ cells, isStray }) => readRow(cells, columns, rules, isStray).member)
  const numbered = children.filter(({ ngo_id: number }) => number !== null)
  const found = await queryRows(tx, NUMBERED, [
    numbered.map(({ ngo_id: number }) => number ?? ''),
    numbered.map(({ firstname, lastname }) => `${firstname} ${lastname}`),
  ])
  const byNumber = new Map<string | null, (typeof found)[number]>(found.map((member) => [member.ngo_id, member]))
  await joinClubs(
    tx,
    numbered.flatMap((fields) => {
      const member = byNumber.get(fields.ngo_id)
      return member?.has_name === true ? [{ clubId: context.clubId, memberId: member.id, fields }] : []
    }),
  )
}
