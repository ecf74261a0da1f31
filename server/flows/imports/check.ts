import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { isEmail } from '#domain/platform/email.ts'
import {
  memberCells,
  readRow,
  type ImportedMember,
  type ImportRules,
  type RowProblem,
} from '#domain/members/member-import.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { spellingsOf } from '#server/members/ability-groups.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A row of the file and the result of its check. */
interface CheckedRow {
  row: number
  member: ImportedMember
  state: 'ready' | 'bad' | 'same'
  problems: RowProblem[]
}

interface StoredRow {
  row: number
  cells: string[]
  state: string
}

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
  const [{ rows: stored }, { rows: clubs }] = await Promise.all([
    tx.query<StoredRow>(
      `SELECT row, cells, state FROM member_import_rows WHERE import_id = $1 AND state <> 'out' ORDER BY row`,
      [importId],
    ),
    tx.query<{ member_types: string[] }>('SELECT member_types FROM clubs WHERE id = $1', [context.clubId]),
  ])
  const rules: ImportRules = { today: context.today, memberTypes: clubs[0]?.member_types ?? [] }
  const rows = stored.map(({ row, cells }): CheckedRow => {
    const { member, problems } = readRow(cells, columns, rules)
    return { row, member, problems, state: 'ready' }
  })
  await unifyTags(tx, context.clubId, rows)
  const twins = await findTwins(tx, context.clubId, rows)
  await findSharedAddresses(tx, rows)
  await compareTwins(tx, context.clubId, rows, twins, columns)
  for (const row of rows) if (row.problems.length > 0) row.state = 'bad'
  return rows
}

/** Stores the results of a check; only rows whose result changed are written. */
export async function writeCheckedRows(tx: Tx, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  await tx.query(
    `UPDATE member_import_rows r SET state = t.state, problems = t.problems
     FROM unnest($2::int[], $3::text[], $4::jsonb[]) t (row, state, problems)
     WHERE r.import_id = $1 AND r.row = t.row AND (r.state, r.problems) IS DISTINCT FROM (t.state, t.problems)`,
    [importId, rows.map((r) => r.row), rows.map((r) => r.state), rows.map((r) => JSON.stringify(r.problems))],
  )
}

/** Gives ability groups the club's spelling, or else the first spelling of the file. */
async function unifyTags(tx: Tx, clubId: string, rows: readonly CheckedRow[]): Promise<void> {
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
 * Finds rows with the same names and birthday, or the same number. Such rows within the file are problems; the members
 * of the club are returned by row.
 */
async function findTwins(tx: Tx, clubId: string, rows: readonly CheckedRow[]): Promise<Map<number, string>> {
  const dated = rows.filter(hasBirthday)
  const { rows: found } = await tx.query<{
    row: number
    twin_row: number
    number_row: number | null
    twin: string | null
    number_of: string | null
  }>(
    `SELECT f.row, min(f.row) OVER (PARTITION BY f.name, f.dob) AS twin_row,
       CASE WHEN f.ngo_id IS NOT NULL THEN min(f.row) OVER (PARTITION BY f.ngo_id) END AS number_row,
       t.member_id AS twin, (SELECT m.id FROM members m WHERE m.ngo_id = f.ngo_id) AS number_of
     FROM (SELECT row, folded(name) AS name, dob, ngo_id
       FROM unnest($2::int[], $3::text[], $4::date[], $5::text[]) r (row, name, dob, ngo_id)) f
     LEFT JOIN LATERAL (SELECT cm.member_id FROM club_members cm
       WHERE cm.club_id = $1 AND cm.status IN ('active', 'inactive') AND cm.sort_name = f.name AND cm.dob = f.dob
       ORDER BY cm.member_id LIMIT 1) t ON true`,
    [
      clubId,
      dated.map((r) => r.row),
      dated.map((r) => `${r.member.lastname} ${r.member.firstname}`),
      dated.map((r) => r.member.dob),
      dated.map((r) => r.member.ngo_id),
    ],
  )
  const byRow = new Map(rows.map((row) => [row.row, row]))
  const twins = new Map<number, string>()
  for (const { row, twin_row, number_row, twin, number_of } of found) {
    const problems = byRow.get(row)?.problems
    if (twin_row < row) problems?.push({ field: 'lastname', problem: 'CONFLICT_MEMBER', row: twin_row })
    else if (twin !== null) twins.set(row, twin)
    if (number_row !== null && number_row < row)
      problems?.push({ field: 'ngo_id', problem: 'CONFLICT_NGO_ID', row: number_row })
    else if (number_of !== null && number_of !== twin) problems?.push({ field: 'ngo_id', problem: 'CONFLICT_NGO_ID' })
  }
  return twins
}

/** Reports e-mail addresses of two different persons: an invitation creates one account for an address. */
async function findSharedAddresses(tx: Tx, rows: readonly CheckedRow[]): Promise<void> {
  const guardians = rows.flatMap((row) =>
    row.member.guardians.flatMap((guardian, index) =>
      // an invalid address is already reported
      guardian.guardian_email === null || !isEmail(guardian.guardian_email)
        ? []
        : [{ row, index, ...guardian, email: guardian.guardian_email }],
    ),
  )
  const { rows: found } = await tx.query<{ k: number; first_row: number | null }>(
    `WITH g AS (SELECT k, row, folded(name) AS name, lower(email) AS email
       FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY r (row, name, email, k)),
     named AS (SELECT g.*, first_value(g.name) OVER w AS first_name, first_value(g.row) OVER w AS first_row
       FROM g WINDOW w AS (PARTITION BY g.email ORDER BY g.row, g.k))
     SELECT n.k::int - 1 AS k, CASE WHEN n.name <> n.first_name THEN n.first_row END AS first_row FROM named n
     LEFT JOIN users u ON u.type = 'parent' AND u.status = 'current' AND lower(u.email) = n.email
     WHERE n.name <> n.first_name OR folded(u.firstname || ' ' || u.lastname) <> n.name`,
    [
      guardians.map((g) => g.row.row),
      guardians.map((g) => `${g.guardian_firstname} ${g.guardian_lastname}`),
      guardians.map((g) => g.email),
    ],
  )
  for (const { k, first_row } of found) {
    const guardian = guardians[k]
    guardian?.row.problems.push({
      field: guardian.index === 0 ? 'guardian_email' : `guardian_${guardian.index + 1}_email`,
      problem: 'CONFLICT_EMAIL',
      ...(first_row === null || first_row === guardian.row.row ? {} : { row: first_row }),
    })
  }
}

/** Marks rows as `same` whose member the club has with the same data; a member with other data is a conflict. */
async function compareTwins(
  tx: Tx,
  clubId: string,
  rows: readonly CheckedRow[],
  twins: ReadonlyMap<number, string>,
  columns: readonly (string | null)[],
): Promise<void> {
  if (twins.size === 0) return
  const { rows: members } = await tx.query<{ id: string; member: ImportedMember }>(
    `SELECT m.id, json_build_object('firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob, 'ngo_id', m.ngo_id,
       'member_type', cm.member_type, 'category', cm.category, 'status', cm.status, 'tags', to_json(cm.tags),
       'guardians', coalesce((SELECT json_agg(json_build_object('guardian_firstname', g.firstname, 'guardian_lastname', g.lastname,
           'guardian_email', g.email) ORDER BY g.position)
         FROM guardians g WHERE g.client_id = m.client_id AND g.member_id = m.id), '[]')) AS member
     FROM members m JOIN club_members cm ON cm.client_id = m.client_id AND cm.member_id = m.id AND cm.club_id = $1
     WHERE m.id = ANY($2)`,
    [clubId, [...new Set(twins.values())]],
  )
  const cellsOfMembers = new Map(members.map(({ id, member }) => [id, memberCells(member)]))
  const importedFields = columns.filter((field) => field !== null)
  for (const row of rows) {
    const cellsOfMember = cellsOfMembers.get(twins.get(row.row) ?? '')
    if (cellsOfMember === undefined) continue
    const rowCells = memberCells(row.member)
    const same = importedFields.every((field) => (rowCells.get(field) ?? '') === (cellsOfMember.get(field) ?? ''))
    if (same && row.problems.every(({ problem }) => problem === 'CONFLICT_EMAIL')) {
      row.problems = []
      row.state = 'same'
    } else row.problems.push({ field: 'lastname', problem: 'CONFLICT_MEMBER' })
  }
}
