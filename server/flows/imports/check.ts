import { Type } from 'typebox'
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { isTaken, passedBefore } from '#domain/assessment/brought.ts'
import { isEmail } from '#domain/platform/email.ts'
import { ImportRow } from '#contract/flows/member-imports.ts'
import { ClubMemberPatch, MemberDetail } from '#contract/members/club-members.ts'
import { fieldsIn } from '#domain/members/member-fields.ts'
import {
  cellsOfField,
  fieldsOfColumn,
  GROUPS_COLUMN,
  isOfProgress,
  readFields,
  type Columns,
} from '#domain/members/import-columns.ts'
import { placeFinder } from '#domain/members/guess-columns.ts'
import { groupCommas, meaningsOf, type Choices } from '#domain/members/import-values.ts'
import { zerosToPutBack } from '#domain/members/lost-zeros.ts'
import { dateOrderOf, hasGradeNumbers, readRow, type ImportRules } from '#domain/members/member-import.ts'
import { memberCells } from '#domain/members/member-cells.ts'
import { SAME_CHILD, type FieldDifference, type RowProblem } from '#domain/members/row-problems.ts'
import { withLevelTitles } from '#domain/members/level-cells.ts'
import { joinRows } from '#domain/members/same-child.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { spellingsOf } from '#server/members/ability-groups.ts'
import { fieldsJson } from '#server/members/member-columns.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { CheckedRow } from './checked-row.ts'
import { readMarkPlaces, scalesOf } from './mark-places.ts'
import { checkGroups, groupsOfRow } from './row-groups.ts'
import { readOptions, titlesOf } from './values.ts'

/** How the rows of an import are understood. */
export interface ImportSettings {
  columns: readonly (string | null)[]
  choices: Choices
}

/**
 * Rows of an export were members once. What a club may have, and nobody would enter today, stays: a type of member that
 * the club has removed, guardians of two names with one address, and two children of one name and birthday.
 */
export interface CheckMode {
  isExport?: boolean
}

/** The rows that are not left out, which would have the state `out`. */
const ROWS_TO_CHECK = tenantStatement(
  'flows/list-rows-to-check',
  `SELECT row, cells, stray, decision FROM member_import_rows
   WHERE client_id = $1 AND import_id = $2 AND state <> 'out' ORDER BY row`,
  { json: { cells: ImportRow.properties.cells } },
)

/**
 * Checks all rows of an import except those left out: each by itself, against the other rows and against the club's
 * members.
 */
export async function checkRows(
  tx: Tx,
  context: Pick<ClubContext, 'clubId' | 'today'>,
  importId: string,
  { columns: fileColumns, choices }: ImportSettings,
  { isExport = false }: CheckMode = {},
): Promise<CheckedRow[]> {
  const [stored, { memberTypes, levels, skills, options, coaches, groups }] = await Promise.all([
    queryRows(tx, ROWS_TO_CHECK, [importId]),
    readOptions(tx, context),
  ])
  const continued = continuedRows(stored, fileColumns)
  const { columns, rows: table } = withLevelTitles(
    stored.map(({ cells }, index) => continued[index] ?? cells),
    fileColumns,
    options['level_passed'],
  )
  // a row of a history names by its address what is skipped, too
  const places = columns.includes('skill') ? await readMarkPlaces(tx) : new Map<string, never>()
  const addresses = [...places.keys()].map((key) => ({ key, scheme: '', titles: [] }))
  const scales = new Map([...scalesOf(places), ...skills.map((skill) => [skill.key, skill] as const)])
  const rules: ImportRules = {
    today: context.today,
    memberTypes: isExport ? [] : memberTypes,
    dateOrder: dateOrderOf(table, columns, context.today),
    levels: new Set(levels.map(({ key }) => key)),
    skills: scales,
    hasGrades: hasGradeNumbers(table, columns, scales),
    placeOf: placeFinder([...titlesOf({ levels, skills }), ...addresses]),
    coaches,
    zeros: zerosToPutBack(choices, (field) => cellsOfField(table, columns, field)),
    isExport,
    groupsByComma: groupCommas(cellsOfField(table, columns, GROUPS_COLUMN), groups, choices)?.divides ?? false,
  }
  const withMeanings = meaningsOf(columns, options, choices)
  const rows = stored.map(({ row, stray, decision: said }, index): CheckedRow => {
    const cells = table[index] ?? []
    // a row that goes on with the child above brings what it has besides
    const decision = said ?? (continued[index] ? 'same' : null)
    const { member, levels: passed, groups: names, problems } = readRow(withMeanings(cells), columns, rules, stray)
    const named = groupsOfRow(names, groups, choices)
    problems.push(...named.problems)
    return {
      row,
      member,
      levels: [...passedBefore(levels, passed), ...passed.skills],
      groups: named.groups,
      existing: null,
      sameAs: null,
      decision,
      state: 'ready',
      problems,
    }
  })
  await unifyAbilityGroups(tx, context.clubId, rows)
  const existingMembers = await findDuplicateRows(tx, context.clubId, rows, columns, isExport)
  if (!isExport)
    await findSharedAddresses(
      tx,
      rows.filter(({ sameAs }) => sameAs === null),
    )
  await compareWithMembers(tx, context.clubId, rows, existingMembers, columns)
  await findNewLevels(tx, rows)
  await checkGroups(tx, context, rows, groups)
  for (const row of rows) if (row.problems.some(({ problem }) => problem !== SAME_CHILD)) row.state = 'bad'
  return rows
}

const NEEDED = ['firstname', 'lastname', 'dob']

/**
 * The cells of rows without a name and birthday that go on with the child of the row above: merged cells have a text in
 * their first row only. Such a row has nothing of a child's record but what the row above has too; others are null.
 */
function continuedRows(rows: readonly { cells: readonly string[] }[], columns: Columns): (readonly string[] | null)[] {
  const isNeeded = columns.map(
    (column) => column !== null && fieldsOfColumn(column).some((name) => NEEDED.includes(name)),
  )
  const isBrought = columns.map((column) => column === null || isOfLevels({ field: column, problem: '' }))
  let above: readonly string[] = []
  return rows.map(({ cells }) => {
    const goesOn =
      above.length > 0 &&
      columns.every((_column, index) => {
        const cell = cells[index]?.trim() ?? ''
        return isBrought[index] === true || cell === '' || (isNeeded[index] !== true && cell === above[index]?.trim())
      }) &&
      columns.some((column, index) => column !== null && (cells[index] ?? '') !== '')
    if (!goesOn) {
      above = cells
      return null
    }
    return cells.map((cell, index) => (isBrought[index] === true ? cell : (above[index] ?? cell)))
  })
}

const STORE_RESULTS = tenantStatement(
  'flows/store-results-of-check',
  `UPDATE member_import_rows stored SET state = checked.state, problems = checked.problems, levels = checked.levels
   FROM unnest($3::int[], $4::text[], $5::jsonb[], $6::jsonb[]) checked (row, state, problems, levels)
   WHERE stored.client_id = $1 AND stored.import_id = $2 AND stored.row = checked.row
     AND (stored.state, stored.problems, stored.levels)
       IS DISTINCT FROM (checked.state, checked.problems, checked.levels)`,
)

/** Stores the results of a check; only rows whose result changed are written. */
export async function writeCheckedRows(tx: Tx, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  await execute(tx, STORE_RESULTS, [
    importId,
    rows.map(({ row }) => row),
    rows.map(({ state }) => state),
    rows.map(({ problems }) => JSON.stringify(problems)),
    rows.map(({ levels }) => JSON.stringify(levels)),
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
   ORDER BY file.row, present.member_id IS DISTINCT FROM numbered.id, present.member_id`,
)

/**
 * Finds rows with the same names and birthday, or the same number (ngo_id). Such rows within the file are problems. If
 * instead the club has a member with the row's names and birthday, its id is returned by the row's number.
 */
async function findDuplicateRows(
  tx: Tx,
  clubId: string,
  rows: readonly CheckedRow[],
  columns: Columns,
  isExport: boolean,
): Promise<Map<number, string>> {
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
    const own = rowsByNumber.get(row)
    // in an export, children of one name and birthday have numbers of their own
    const first = isExport ? (first_with_number ?? first_row) : first_row
    const earlier = rowsByNumber.get(first)
    const isOther = isExport && earlier?.member.ngo_id !== own?.member.ngo_id
    // an earlier row is the same child; otherwise the club may have the child already
    if (own?.decision !== 'other') {
      if (own && earlier && first < row && !isOther) {
        // the number of the same child is no other child's
        if (takeSameChild(own, earlier, columns) === 'known-number') continue
      } else if (member !== null) existingMembers.set(row, member)
    }
    // an earlier row has the same ngo_id; otherwise a member may have it who is not the row's child
    if (first_with_number !== null && first_with_number < row)
      own?.problems.push({ field: 'ngo_id', problem: 'CONFLICT_NGO_ID', row: first_with_number })
    else if (member_with_number !== null && member_with_number !== member)
      own?.problems.push({ field: 'ngo_id', problem: 'CONFLICT_NGO_ID' })
  }
  return existingMembers
}

/** Whether a problem is about levels or groups, which a row brings to a child who is here. */
const isOfLevels = ({ field }: RowProblem) => field !== null && (field === GROUPS_COLUMN || isOfProgress(field))

/**
 * Takes a row as one about the child of an earlier row, which then has what either of them says; unless they contradict
 * each other and nobody has decided. The number is `known` where the child's is that of the earlier row.
 */
function takeSameChild(own: CheckedRow, earlier: CheckedRow, columns: Columns): 'known-number' | 'other-number' {
  const differs = differencesOf(columns, memberCells(own.member, readFields), memberCells(earlier.member, readFields))
  const { member, contradicts } = joinRows(earlier.member, own.member)
  // what is wrong is not taken into the other row
  const isWrong = own.problems.some(
    (problem) =>
      !isOfLevels(problem) && (problem.field === null || differs.some(({ field }) => field === problem.field)),
  )
  const isSame = own.decision === 'same'
  if (!isSame && contradicts.length > 0)
    own.problems.push({ field: 'lastname', problem: 'CONFLICT_MEMBER', row: earlier.row, differs })
  if (!isSame && (isWrong || contradicts.length > 0)) return 'other-number'
  const bringsNumber = !isWrong && earlier.member.ngo_id === null && own.member.ngo_id !== null
  if (!isWrong) earlier.member = member
  takeLevelsAlone(own, earlier.row)
  // a row for each mark or class of a child needs no word
  const isOneOfMany = differs.length === 0 && (columns.includes('skill') || own.levels.length + own.groups.length > 0)
  if (own.decision === null && !isOneOfMany) own.problems.push({ field: null, problem: SAME_CHILD, row: earlier.row })
  return bringsNumber ? 'other-number' : 'known-number'
}

/** A row of a child whom an earlier row enters: files of awards have a row for each level. */
function takeLevelsAlone(row: CheckedRow, earlier: number): void {
  row.sameAs = earlier
  row.problems = row.problems.filter(isOfLevels)
  row.state = row.levels.length + row.groups.length > 0 ? 'levels' : 'same'
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

/** The fields of a member that a file can have. */
const StoredMember = Type.Object({ ...ClubMemberPatch.properties, guardians: MemberDetail.properties.guardians })

const FIELDS_OF_MEMBERS = tenantStatement(
  'flows/list-fields-of-members',
  `SELECT members.id, json_build_object(${fieldsJson([...fieldsIn('file'), ...fieldsIn('import')])}) AS member
   FROM members JOIN club_members ON club_members.client_id = members.client_id
     AND club_members.member_id = members.id AND club_members.club_id = $2
   WHERE members.client_id = $1 AND members.id = ANY($3)`,
  { json: { member: StoredMember } },
)

/** The fields that columns of the file fill and in which two children differ. */
function differencesOf(
  columns: Columns,
  here: ReadonlyMap<string, string>,
  there: ReadonlyMap<string, string>,
): FieldDifference[] {
  const fields = new Set(columns.flatMap((column) => (column === null ? [] : fieldsOfColumn(column))))
  return [...fields].flatMap((field) => {
    const [one, other] = [here.get(field) ?? '', there.get(field) ?? '']
    return one === other ? [] : [{ field, here: one, there: other }]
  })
}

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
  const cellsOfMembers = new Map(members.map(({ id, member }) => [id, memberCells(member, readFields)]))
  for (const row of rows) {
    const cellsOfMember = cellsOfMembers.get(existingMembers.get(row.row) ?? '')
    if (cellsOfMember === undefined) continue
    const rowCells = memberCells(row.member, readFields)
    const differs = differencesOf(columns, rowCells, cellsOfMember).map((difference) =>
      // whoever reads a member's medical notes is noted, so they are not shown beside a file
      difference.field === 'medical' ? { ...difference, there: null } : difference,
    )
    const hasSameData = differs.length === 0 || row.decision === 'same'
    if (
      hasSameData &&
      (row.decision === 'same' ||
        row.problems.every((problem) => problem.problem === 'CONFLICT_EMAIL' || isOfLevels(problem)))
    ) {
      // the row enters nothing but levels
      row.problems = row.problems.filter(isOfLevels)
      row.state = 'same'
      row.existing = existingMembers.get(row.row) ?? null
    } else row.problems.push({ field: 'lastname', problem: 'CONFLICT_MEMBER', differs })
  }
}

const PASSED = tenantStatement(
  'flows/list-passed-levels-and-marked-skills-of-members',
  `SELECT progress.member_id, schemes.slug || progress.node_id AS key, true AS passed
   FROM progress JOIN schemes ON schemes.client_id = progress.client_id AND schemes.id = progress.scheme_id
   WHERE progress.client_id = $1 AND progress.member_id = ANY($2) AND progress.state = 'passed'
   UNION ALL
   SELECT results.member_id, schemes.slug || regexp_replace(results.node_id, '/manual$', ''),
     results.pass > 0 AND results.grade >= results.pass
   FROM results JOIN schemes ON schemes.client_id = results.client_id AND schemes.id = results.scheme_id
   WHERE results.client_id = $1 AND results.member_id = ANY($2)`,
)

/**
 * A member whom the club has already gets the levels and skills that are not passed yet, and the marks of skills that
 * nobody has marked here; a row without such a one stays `same`.
 */
async function findNewLevels(tx: Tx, rows: readonly CheckedRow[]): Promise<void> {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const memberOf = ({ existing, sameAs }: CheckedRow) => existing ?? byNumber.get(sameAs ?? 0)?.existing ?? null
  const known = rows.flatMap((row) => {
    const memberId = memberOf(row)
    return memberId === null || row.levels.length === 0 ? [] : [{ row, memberId }]
  })
  if (known.length === 0) return
  const found = await queryRows(tx, PASSED, [[...new Set(known.map(({ memberId }) => memberId))]])
  const here = new Map<string, boolean>()
  for (const { member_id, key, passed } of found)
    here.set(`${member_id} ${key}`, (here.get(`${member_id} ${key}`) ?? false) || passed === true)
  // of several marks of a skill, the last one says what holds
  const last = new Map<string, { grade: number; pass: number }>()
  for (const { row, memberId } of known)
    for (const passed of row.levels)
      last.set(`${memberId} ${passed.key}`, {
        grade: 'grade' in passed ? passed.grade : 1,
        // a mark without the grade of its day is a pass
        pass: ('pass' in passed ? passed.pass : undefined) ?? 1,
      })
  for (const { row, memberId } of known) {
    row.levels = row.levels.filter(({ key }) => {
      const lane = `${memberId} ${key}`
      const mark = last.get(lane)
      return mark !== undefined && isTaken(mark, here.get(lane) === true, here.has(lane))
    })
    if (row.levels.length > 0) row.state = 'levels'
    else if (row.state === 'levels' && row.groups.length === 0) row.state = 'same'
  }
}
