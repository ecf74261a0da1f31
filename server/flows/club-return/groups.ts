import { GROUP_FIELDS, groupField, groupFieldsIn, storedGroupFields } from '#domain/scheduling/group-fields.ts'
import type { GroupField, GroupFieldName, GroupFields, GroupFieldValue } from '#domain/scheduling/group-fields.ts'
import { groupProblems } from '#domain/scheduling/group-entry.ts'
import { isTime } from '#domain/scheduling/sessions.ts'
import { termProblems } from '#domain/scheduling/term-entry.ts'
import { isDate } from '#domain/platform/club-time.ts'
import { LIST_SEPARATOR, TERM_NAME, WEEKDAYS } from '#server/flows/club-export/club-files.ts'
import type { MarkPlace } from '#server/assessment/brought-levels/bring-passes.ts'
import { readLevels } from '#server/curriculum/schemes/levels.ts'
import { updateGroups, writeGroups } from '#server/scheduling/groups/commands.ts'
import { groupFieldsJson } from '#server/scheduling/groups/group-columns.ts'
import { createTerm, readTerms } from '#server/scheduling/sessions/terms.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { GroupDetail } from '#contract/scheduling/groups.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { Type, type Static } from 'typebox'
import type { ArchiveRow } from './archive.ts'
import { namedAccount, type Accounts } from './people.ts'
import { WrittenRow, type ReturnReport } from './report.ts'

type Cells = ArchiveRow['cells']

/** Takes back the terms and holidays that the club has not. */
export async function takeTerms(
  tx: Tx,
  { clubId, userId }: ClubContext,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<void> {
  const keyOf = (term: { kind: string; first_date: string; last_date: string }) =>
    `${term.kind} ${term.first_date} ${term.last_date}`
  const here = new Set((await readTerms(tx, { clubId })).map(keyOf))
  for (const { line, cells } of rows) {
    const { kind = '', first_date: firstDate = '', last_date: lastDate = '' } = cells
    const names = Object.entries(cells).flatMap(([column, text]) =>
      column.startsWith(TERM_NAME) && text !== '' ? [[column.slice(TERM_NAME.length), text] as const] : [],
    )
    const name = Object.fromEntries(names)
    const body = { kind: kind === 'holiday' ? ('holiday' as const) : ('term' as const), name }
    const dates = { first_date: firstDate, last_date: lastDate }
    if (here.has(keyOf({ ...body, ...dates }))) report.count('terms.csv', { same: 1 })
    else if ((kind !== 'term' && kind !== 'holiday') || termProblems({ ...body, ...dates }).length > 0)
      report.leave('terms.csv', line, 'value', names[0]?.[1] ?? '')
    else {
      const id = crypto.randomUUID()
      await createTerm(tx, userId, { id, clubId, ...body, firstDate, lastDate })
      report.brought.terms.push(id)
      report.count('terms.csv', { taken: 1 })
    }
  }
}

/** The groups of a club, those of one name in the order in which an archive numbers them. */
export const GROUPS_OF_CLUB = tenantStatement(
  'flows/list-groups-of-returning-club',
  `SELECT groups.id, json_build_object(${groupFieldsJson()}) AS fields FROM groups
   WHERE groups.client_id = $1 AND groups.club_id = $2
   ORDER BY sort_name, name, first_date, weekdays, start_at, last_date, id`,
  { json: { fields: Type.Unsafe<GroupFields>(Type.Pick(GroupDetail, GROUP_FIELDS)) } },
)

const SCHEMES = tenantStatement(
  'flows/list-schemes-of-returning-club',
  'SELECT slug FROM schemes WHERE client_id = $1 AND deleted_at IS NULL',
)

/** The groups of an archive by their numbers, and by their names where a file has no number. */
export class ReturnedGroups {
  readonly #ids = new Map<string, string>()
  readonly changed: ChangedKey[] = []
  readonly #clubId: string

  constructor(clubId: string) {
    this.#clubId = clubId
  }

  noteChanged(id: string): void {
    this.changed.push({ clubId: this.#clubId, kind: 'group', key: id })
  }

  find(cells: Cells): string | undefined {
    return this.#ids.get(cells['group_number'] || ` ${cells['group'] ?? ''}`)
  }

  note(cells: Cells, id: string): void {
    this.#ids.set(cells['group_number'] ?? '', id)
    const name = ` ${cells['name'] ?? ''}`
    if (!this.#ids.has(name)) this.#ids.set(name, id)
  }
}

/** Where the mark of a row was given, when at the club of the archive; undefined when elsewhere. */
export function placeOfMark(clubId: string, groups: ReturnedGroups, cells: Cells): MarkPlace | undefined {
  if (cells['elsewhere'] === 'yes') return undefined
  const inGroup = cells['group_number'] ? groups.find(cells) : undefined
  return { clubId, groupId: inGroup ?? null }
}

/**
 * Takes groups back. The first group of a name is the first one that the club has of that name. One that has no weekday,
 * as those that an import of members makes, gets all fields; others stay as they are.
 */
export async function takeGroups(
  tx: Tx,
  context: ClubContext,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<ReturnedGroups> {
  const returned = new ReturnedGroups(context.clubId)
  const [here, schemes, levels] = await Promise.all([
    queryRows(tx, GROUPS_OF_CLUB, [context.clubId]),
    queryRows(tx, SCHEMES),
    readLevels(tx, { withUnused: true }),
  ])
  const places = {
    schemes: new Set(schemes.map(({ slug }) => slug)),
    levels: new Set(levels.map(({ key }) => key)),
  }
  const byName = Map.groupBy(here, ({ fields }) => fields.name)
  const seen = new Map<string, number>()
  const created = []
  const filled = []
  for (const row of rows) {
    const { line, cells } = row
    const fields = readGroup(row, places, report)
    const form = groupFieldsIn('form').filter((name) => name !== 'weekdays' && name !== 'assessment_levels')
    const problems = groupProblems({ ...fields, coaches: [] }).filter(({ field }) =>
      form.some((name) => name === field),
    )
    if (problems.length > 0) {
      report.leave('groups.csv', line, 'value', `${fields.name}: ${problems.map(({ field }) => field).join(', ')}`)
      continue
    }
    const number = seen.get(fields.name) ?? 0
    seen.set(fields.name, number + 1)
    const existing = byName.get(fields.name)?.[number]
    const id = existing?.id ?? crypto.randomUUID()
    returned.note(cells, id)
    if (existing === undefined) created.push({ id, clubId: context.clubId, ...fields })
    else if (existing.fields.weekdays.length === 0 && fields.weekdays.length > 0) {
      filled.push({ id, ...fields })
      report.brought.there.filled.push({ id, before: existing.fields, after: fields })
    }
    report.count('groups.csv', existing === undefined || filled.at(-1)?.id === id ? { taken: 1 } : { same: 1 })
  }
  returned.changed.push(...(await writeGroups(tx, context, created)))
  report.brought.groups.push(...created.map(({ id }) => id))
  await updateGroups(tx, GROUP_FIELDS, filled)
  for (const { id } of filled) returned.noteChanged(id)
  return returned
}

/** The fields of a group; a scheme or level that the client does not have is left out. */
function readGroup(
  { line, cells }: ArchiveRow,
  places: { schemes: ReadonlySet<string>; levels: ReadonlySet<string> },
  report: ReturnReport,
): GroupFields {
  const values = GROUP_FIELDS.map((name) => {
    const cell = cells[name === 'scheme_slug' ? 'scheme' : name] ?? ''
    return [name, valueOf(name, groupField(name), cell)] as const
  })
  // each value is of its field's kind
  const fields = storedGroupFields(Object.fromEntries(values))
  const { scheme_slug: scheme } = fields
  if (scheme !== null && !places.schemes.has(scheme)) {
    report.leave('groups.csv', line, 'level', scheme)
    return { ...fields, scheme_slug: null, levels: [], assessment_levels: null }
  }
  const known = (node: string) => {
    const isKnown = places.levels.has(`${scheme}${node}`)
    if (!isKnown) report.leave('groups.csv', line, 'level', `${scheme}${node}`)
    return isKnown
  }
  return {
    ...fields,
    levels: fields.levels.filter(known),
    assessment_levels: fields.assessment_levels?.filter(known) ?? null,
  }
}

function valueOf(name: GroupFieldName, { kind }: GroupField, cell: string): GroupFieldValue | undefined {
  const entries = cell === '' ? [] : cell.split(LIST_SEPARATOR)
  switch (kind) {
    case 'weekdays':
      return entries.flatMap((entry) => (WEEKDAYS.includes(entry) ? [WEEKDAYS.indexOf(entry)] : []))
    case 'levels':
      return entries
    case 'other-levels':
      return cell === '' ? null : entries
    case 'flag':
      return cell === 'yes'
    case 'number':
      // an empty cell is the default; a text that is no number is refused
      return cell === '' ? undefined : Number(cell)
    case 'name':
      return cell
    default:
      return cell === '' && name !== 'first_date' ? null : cell
  }
}

/** Notes rows that were written about a group which the club had, for the undo and for the tablets. */
function note(
  groups: ReturnedGroups,
  kind: 'coaches' | 'sessions' | 'covers',
  rows: readonly { row: Static<typeof WrittenRow> }[],
  { brought }: ReturnReport,
): void {
  for (const { row } of rows)
    if (!brought.groups.includes(row.group_id)) {
      brought.there[kind].push(row)
      groups.noteChanged(row.group_id)
    }
}

const COACHES = tenantStatement(
  'flows/add-coaches-of-returning-club',
  `INSERT INTO group_coaches (client_id, group_id, user_id, from_date, to_date)
   SELECT $1, $2, $3, $4::date, $5::date
   WHERE NOT EXISTS (SELECT FROM group_coaches work WHERE work.client_id = $1 AND work.group_id = $2
     AND work.user_id = $3 AND work.from_date <= coalesce($5, 'infinity') AND coalesce(work.to_date, 'infinity') >= $4)
   RETURNING to_jsonb(group_coaches) AS row`,
  { json: { row: WrittenRow } },
)

/** Takes back who coached which group, and when. */
export async function takeCoaches(
  tx: Tx,
  { accounts, groups }: { accounts: Accounts; groups: ReturnedGroups },
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<void> {
  const file = 'group-coaches.csv'
  for (const { line, cells } of rows) {
    const groupId = groups.find(cells)
    const coach = accounts.find(namedAccount(cells))
    const { from = '', to = '' } = cells
    if (groupId === undefined) report.leave(file, line, 'group', cells['group'])
    else if (coach === undefined) report.leave(file, line, 'coach', cells['coach'])
    else if (!isDate(from) || (to !== '' && (!isDate(to) || to < from)))
      report.leave(file, line, 'value', `${from} ${to}`)
    else {
      const added = await queryRows(tx, COACHES, [groupId, coach.id, from, to === '' ? null : to])
      report.count(file, added.length > 0 ? { taken: 1 } : { same: 1 })
      note(groups, 'coaches', added, report)
    }
  }
}

const SESSION = tenantStatement(
  'flows/add-session-of-returning-club',
  `INSERT INTO session_exceptions (client_id, group_id, date, cancelled, reason, cover_id, moved_to, moved_from, start_at,
     taken)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (client_id, group_id, date) DO NOTHING
   RETURNING to_jsonb(session_exceptions) AS row`,
  { json: { row: WrittenRow } },
)

/** Marks of whoever covered a session are judged by this. */
const COVER = tenantStatement(
  'flows/add-cover-of-returning-club',
  `INSERT INTO session_covers (client_id, group_id, date, user_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
   RETURNING to_jsonb(session_covers) AS row`,
  { json: { row: WrittenRow } },
)

/** Takes back the sessions that were cancelled, moved or covered. */
export async function takeSessions(
  tx: Tx,
  { accounts, groups }: { accounts: Accounts; groups: ReturnedGroups },
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<void> {
  const file = 'sessions.csv'
  for (const { line, cells } of rows) {
    const groupId = groups.find(cells)
    const { date = '', reason = '', moved_to: movedTo = '', moved_from: movedFrom = '', start_at: start = '' } = cells
    const isCovered = (cells['type'] ?? '') !== ''
    const cover = isCovered ? accounts.find(namedAccount(cells)) : undefined
    const isCancelled = cells['cancelled'] === 'yes'
    const isWrong =
      [date, movedTo || date, movedFrom || date].some((day) => !isDate(day)) ||
      (start !== '' && !isTime(start)) ||
      (movedTo !== '' && (movedFrom !== '' || isCovered || isCancelled))
    if (groupId === undefined) report.leave(file, line, 'group', cells['group'])
    else if (isWrong) report.leave(file, line, 'value', date)
    else {
      if (isCovered && !cover) report.leave(file, line, 'coach', cells['cover'])
      const added = await queryRows(tx, SESSION, [
        groupId,
        date,
        isCancelled,
        reason || null,
        cover?.id ?? null,
        movedTo || null,
        movedFrom || null,
        start || null,
        cells['taken'] === 'yes',
      ])
      note(groups, 'sessions', added, report)
      if (cover && added.length > 0)
        note(groups, 'covers', await queryRows(tx, COVER, [groupId, date, cover.id]), report)
      report.count(file, added.length > 0 ? { taken: 1 } : { same: 1 })
    }
  }
}
