import { Type } from 'typebox'
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { isEmail } from '#domain/platform/email.ts'
import { ImportRow } from '#contract/flows/member-imports.ts'
import { ClubMemberPatch, MemberDetail } from '#contract/members/club-members.ts'
import type { MemberEntry } from '#domain/members/member-entry.ts'
import { fieldsIn } from '#domain/members/member-fields.ts'
import { fieldsOfColumn } from '#domain/members/import-columns.ts'
import { dateOrderOf, memberCells, readRow, type ImportRules, type RowProblem } from '#domain/members/member-import.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { spellingsOf } from '#server/members/ability-groups.ts'
import { fieldsJson } from '#server/members/member-columns.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A row of the file and the result of its check. */
interface CheckedRow {
  /** The row's number in the file. */
  row: number
  member: MemberEntry
  /** `bad` has problems; `same` means that the club has this member with the same data already. */
  state: 'ready' | 'bad' | 'same'
  problems: RowProblem[]
}

/** The rows that are not left out, which would have the state `out`. */
const ROWS_TO_CHECK = tenantStatement(
  'flows/list-rows-to-check',
  `SELECT row, cells FROM member_import_rows
   WHERE client_id = $1 AND import_id = $2 AND state <> 'out' ORDER BY row`,
  { json: { cells: ImportRow.properties.cells } },
)

const MEMBER_TYPES = tenantStatement(
  'flows/read-member-types-of-club',
  'SELECT member_types FROM clubs WHERE client_id = $1 AND id = $2',
)

/**
 * Checks all rows of an import except those left out: each by itself, against the other rows and against the club's
 * members.
 */
export async function checkRows(
  tx: Tx,
  context: Pick<ClubContext, 'clubId' | 'today'>,
  importId: string,
  columns: readonly (string | null)[],
): Promise<CheckedRow[]> {
  const [stored, club] = await Promise.all([
    queryRows(tx, ROWS_TO_CHECK, [importId]),
    findRow(tx, MEMBER_TYPES, [context.clubId]),
  ])
  const dateOrder = dateOrderOf(
    stored.map(({ cells }) => cells),
    columns,
    context.today,
  )
  const rules: ImportRules = { today: context.today, memberTypes: club?.member_types ?? [], dateOrder }
  const rows = stored.map(({ row, cells }): CheckedRow => {
    const { member, problems } = readRow(cells, columns, rules)
    return { row, member, problems, state: 'ready' }
  })
  await unifyAbilityGroups(tx, context.clubId, rows)
  const existingMembers = await findDuplicateRows(tx, context.clubId, rows)
  await findSharedAddresses(tx, rows)
  await compareWithMembers(tx, context.clubId, rows, existingMembers, columns)
  for (const row of rows) if (row.problems.length > 0) row.state = 'bad'
  return rows
}

const STORE_RESULTS = tenantStatement(
  'flows/store-results-of-check',
  `UPDATE member_import_rows stored SET state = checked.state, problems = checked.problems
   FROM unnest($3::int[], $4::text[], $5::jsonb[]) checked (row, state, problems)
   WHERE stored.client_id = $1 AND stored.import_id = $2 AND stored.row = checked.row
     AND (stored.state, stored.problems) IS DISTINCT FROM (checked.state, checked.problems)`,
)

/** Stores the results of a check; only rows whose result changed are written. */
export async function writeCheckedRows(tx: Tx, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  await execute(tx, STORE_RESULTS, [
    importId,
    rows.map(({ row }) => row),
    rows.map(({ state }) => state),
    rows.map(({ problems }) => JSON.stringify(problems)),
  ])
}

/** Gives ability groups the club's spelling, or else the first spelling of the file. */
async function unifyAbilityGroups(tx: Tx, clubId: string, rows: readonly CheckedRow[]): Promise<void> {
  const tagged = rows.filter(({ member }) => member.tags.length > 0)
  if (tagged.length === 0) return
  const spellings = await spellingsOf(tx, clubId)
  for (const { member } of tagged) member.tags = uniqueAbilityGroups(member.tags, spellings)
}

/** Whether the birthday of a row is a date that the database accepts. */
function hasBirthday({ problems }: CheckedRow): boolean {
  return !problems.some(({ field }) => field === 'dob')
}

/**
 * `first_row` and `first_with_number` are the first rows of the file with the same names and birthday, and with the same
 * number. `member` is the club's member with the same names and birthday, `member_with_number` the client's member with
 * the same number. Of several such members, the first row has the one that counts.
 */
const DUPLICATE_ROWS = tenantStatement(
  'flows/find-duplicate-rows',
  // Folded before the join: PostgreSQL searches the index of a table under row-level security only by a plain value, and
  // would otherwise read the club's members anew for each row.
  `WITH file AS MATERIALIZED (SELECT row, folded(name) AS name, dob, ngo_id
     FROM unnest($3::int[], $4::text[], $5::date[], $6::text[]) line (row, name, dob, ngo_id)
     WHERE row IS NOT NULL)
   SELECT file.row, coalesce(min(file.row) OVER (PARTITION BY file.name, file.dob), file.row) AS first_row,
     CASE WHEN file.ngo_id IS NOT NULL
       THEN min(file.row) OVER (PARTITION BY file.ngo_id) END AS first_with_number,
     present.member_id AS member, numbered.id AS member_with_number
   FROM file
   LEFT JOIN club_members present ON present.client_id = $1 AND present.club_id = $2
     AND present.status IN ('active', 'inactive') AND present.sort_name = file.name AND present.dob = file.dob
   LEFT JOIN members numbered ON numbered.client_id = $1 AND numbered.ngo_id = file.ngo_id
   ORDER BY file.row, present.member_id`,
)

/**
 * Finds rows with the same names and birthday, or the same number (ngo_id). Such rows within the file are problems. If
 * instead the club has a member with the row's names and birthday, its id is returned by the row's number.
 */
async function findDuplicateRows(tx: Tx, clubId: string, rows: readonly CheckedRow[]): Promise<Map<number, string>> {
  const dated = rows.filter(hasBirthday)
  const found = await queryRows(tx, DUPLICATE_ROWS, [
    clubId,
    dated.map(({ row }) => row),
    dated.map(({ member }) => `${member.lastname} ${member.firstname}`),
    dated.map(({ member }) => member.dob),
    dated.map(({ member }) => member.ngo_id),
  ])
  const rowsByNumber = new Map(rows.map((row) => [row.row, row]))
  const existingMembers = new Map<number, string>()
  const seen = new Set<number>()
  for (const { row, first_row, first_with_number, member, member_with_number } of found) {
    if (seen.has(row)) continue
    seen.add(row)
    const problems = rowsByNumber.get(row)?.problems
    // an earlier row is the same child; otherwise the club may have the child already
    if (first_row < row) problems?.push({ field: 'lastname', problem: 'CONFLICT_MEMBER', row: first_row })
    else if (member !== null) existingMembers.set(row, member)
    // an earlier row has the same ngo_id; otherwise a member may have it who is not the row's child
    if (first_with_number !== null && first_with_number < row)
      problems?.push({ field: 'ngo_id', problem: 'CONFLICT_NGO_ID', row: first_with_number })
    else if (member_with_number !== null && member_with_number !== member)
      problems?.push({ field: 'ngo_id', problem: 'CONFLICT_NGO_ID' })
  }
  return existingMembers
}

/**
 * The guardians, by index, whose name differs from that of the first guardian with the address in the file
 * (`first_row`), or of the parent's account with the address. If only the account differs, `first_row` is null.
 */
const SHARED_ADDRESSES = tenantStatement(
  'flows/find-shared-addresses',
  `WITH guardians AS (SELECT list_position, row, folded(name) AS name, lower(email) AS email
     FROM unnest($2::int[], $3::text[], $4::text[]) WITH ORDINALITY line (row, name, email, list_position)),
   compared AS (SELECT guardians.*, first_value(name) OVER same_address AS first_name,
       first_value(row) OVER same_address AS first_row
     FROM guardians WINDOW same_address AS (PARTITION BY email ORDER BY row, list_position))
   SELECT compared.list_position::int - 1 AS index,
     CASE WHEN compared.name <> compared.first_name THEN compared.first_row END AS first_row
   FROM compared
   LEFT JOIN users parent ON parent.client_id = $1 AND parent.type = 'parent' AND parent.status = 'current'
     AND lower(parent.email) = compared.email
   WHERE compared.name <> compared.first_name
     OR folded(parent.firstname || ' ' || parent.lastname) <> compared.name`,
)

/** Reports e-mail addresses of two different persons: an invitation creates one account for an address. */
async function findSharedAddresses(tx: Tx, rows: readonly CheckedRow[]): Promise<void> {
  const guardians = rows.flatMap((row) =>
    row.member.guardians.flatMap((guardian, index) =>
      // an invalid address is already reported, and a guardian without a name contradicts nobody
      guardian.guardian_email === null ||
      !isEmail(guardian.guardian_email) ||
      guardian.guardian_firstname === '' ||
      guardian.guardian_lastname === ''
        ? []
        : [{ row, index, ...guardian, email: guardian.guardian_email }],
    ),
  )
  const found = await queryRows(tx, SHARED_ADDRESSES, [
    guardians.map(({ row }) => row.row),
    guardians.map((guardian) => `${guardian.guardian_firstname} ${guardian.guardian_lastname}`),
    guardians.map(({ email }) => email),
  ])
  for (const { index, first_row } of found) {
    const guardian = guardians[index]
    guardian?.row.problems.push({
      field: guardian.index === 0 ? 'guardian_email' : `guardian_${guardian.index + 1}_email`,
      problem: 'CONFLICT_EMAIL',
      ...(first_row === null || first_row === guardian.row.row ? {} : { row: first_row }),
    })
  }
}

/** The fields of a member that a file has. */
const StoredMember = Type.Object({ ...ClubMemberPatch.properties, guardians: MemberDetail.properties.guardians })

const FIELDS_OF_MEMBERS = tenantStatement(
  'flows/list-fields-of-members',
  `SELECT members.id, json_build_object(${fieldsJson(fieldsIn('file'))}) AS member
   FROM members JOIN club_members ON club_members.client_id = members.client_id
     AND club_members.member_id = members.id AND club_members.club_id = $2
   WHERE members.client_id = $1 AND members.id = ANY($3)`,
  { json: { member: StoredMember } },
)

/** Marks rows as `same` whose member the club has with the same data; a member with other data is a conflict. */
async function compareWithMembers(
  tx: Tx,
  clubId: string,
  rows: readonly CheckedRow[],
  existingMembers: ReadonlyMap<number, string>,
  columns: readonly (string | null)[],
): Promise<void> {
  if (existingMembers.size === 0) return
  const members = await queryRows(tx, FIELDS_OF_MEMBERS, [clubId, [...new Set(existingMembers.values())]])
  const cellsOfMembers = new Map(members.map(({ id, member }) => [id, memberCells(member)]))
  const importedFields = columns.flatMap((column) => (column === null ? [] : fieldsOfColumn(column)))
  for (const row of rows) {
    const cellsOfMember = cellsOfMembers.get(existingMembers.get(row.row) ?? '')
    if (cellsOfMember === undefined) continue
    const rowCells = memberCells(row.member)
    const hasSameData = importedFields.every(
      (field) => (rowCells.get(field) ?? '') === (cellsOfMember.get(field) ?? ''),
    )
    // a shared address is no problem in a row that enters nothing
    if (hasSameData && row.problems.every(({ problem }) => problem === 'CONFLICT_EMAIL')) {
      row.problems = []
      row.state = 'same'
    } else row.problems.push({ field: 'lastname', problem: 'CONFLICT_MEMBER' })
  }
}
