import type { ClubReturn, WhyLeft } from '#contract/flows/club-return.ts'
import { meaningOf, type ValueOption } from '#domain/members/import-values.ts'
import { changeImport, createImport, readRowStates, setWaiting } from '#server/flows/imports/commands.ts'
import { runImport } from '#server/flows/imports/import-members.ts'
import { listImportRows, readImport } from '#server/flows/imports/queries.ts'
import { readOptions } from '#server/flows/imports/values.ts'
import type { MemberFile } from '#server/flows/imports/read-file.ts'
import type { MarkPlace } from '#server/assessment/brought-levels/bring-passes.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { audit } from '#server/platform/audit.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { noteChangeSet } from '#server/platform/undo-journal.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ClubArchive } from './archive.ts'
import { cellsOfRow } from './cells.ts'
import { placeOfMark, takeCoaches, takeGroups, takeSessions, takeTerms, type ReturnedGroups } from './groups.ts'
import { takeGuestMarks, takeGuests } from './guests.ts'
import { Children, takePlaces, takeRegisters, type Here } from './history.ts'
import { takeLogo, type ReturnedLogo } from './logo.ts'
import { ReturnedPeople } from './people.ts'
import { takePlanGroups, takePlans, takeShares } from './plans.ts'
import { ReturnReport } from './report.ts'
import { planKeys } from './undo-plans.ts'

/** A club whose archive is being taken back: everything but its history is there. */
export interface ReturningClub {
  context: ClubContext
  archive: ClubArchive
  report: ReturnReport
  groups: ReturnedGroups
  children: Children
  changed: ChangedKey[]
}

/**
 * Takes back what a club's export holds, in one transaction. What the club has stays as it is, so the same archive again
 * changes nothing. Nobody gets a mail.
 */
export async function returnClub(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  archive: ClubArchive,
  logo: ReturnedLogo | null,
): Promise<{ result: Omit<ClubReturn, 'done'>; changed: ChangedKey[] }> {
  const returning = await beginReturn(tx, context, curricula, archive)
  if (logo) await takeLogo(tx, context, logo, returning.report)
  return finishReturn(tx, curricula, returning)
}

/** Takes back staff, terms, groups and members; `join` makes members of the club whom another one has. */
export async function beginReturn(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  archive: ClubArchive,
  join: (members: MemberFile) => Promise<void> = async () => {},
): Promise<ReturningClub> {
  refuseIfProviderOwns(context)
  const { imported, tables } = archive
  const report = new ReturnReport()
  await noteChangeSet(tx, context, { id: report.changeSetId, kind: 'return' })
  const people = await ReturnedPeople.of(tx, context.userId, report)
  const { accounts } = people
  await people.takeStaff(context.clubId, tables.staff ?? [])
  await takeTerms(tx, context, tables.terms ?? [], report)
  const groups = await takeGroups(tx, context, tables.groups ?? [], report)
  await takeCoaches(tx, { accounts, groups }, tables['group-coaches'] ?? [], report)
  await takeSessions(tx, { accounts, groups }, tables.sessions ?? [], report)
  const changed = [...groups.changed]
  for (const { file, content, bytes } of imported.filter(({ name }) => name === 'members')) {
    // the file of stays says from when to when
    const members = tables['group-members'] === undefined ? content : withoutColumn(content, 'groups')
    await join(members)
    changed.push(...(await takeImported(tx, context, curricula, { file, content: members, bytes }, report)))
  }
  return { context, archive, report, groups, children: await Children.of(tx, context.clubId), changed }
}

/** The ids of the coaches of a club by their names, as files name them. */
export async function coachesByName(tx: Tx, context: ClubContext): Promise<Map<string, string>> {
  const { options } = await readOptions(tx, context)
  return new Map((options['level_coach'] ?? []).map(({ value, words: [name = ''] }) => [name, value]))
}

/** Takes back the history of a club; `placesOf` says where other clubs gave marks of its files, by file and row. */
export async function finishReturn(
  tx: Tx,
  curricula: Curricula,
  { context, archive: { imported, tables }, report, groups, children, changed }: ReturningClub,
  placesOf: ReadonlyMap<string, MarkPlace> = new Map(),
): Promise<{ result: Omit<ClubReturn, 'done'>; changed: ChangedKey[] }> {
  const people = await ReturnedPeople.of(tx, context.userId, report)
  const { accounts } = people
  const { options } = await readOptions(tx, context)
  const names = { children, coaches: options['level_coach'] ?? [] }
  for (const { name, file, content, bytes } of imported.filter((each) => each.name !== 'members')) {
    const known = withKnownNames(file, content, names, report)
    const rows = new Map(content.rows.map((row) => [row.row, cellsOfRow(content.header, row.cells)]))
    const placeOf = (row: number) =>
      name === 'marks'
        ? (placesOf.get(`${file} ${row}`) ?? placeOfMark(context.clubId, groups, rows.get(row) ?? {}))
        : undefined
    changed.push(...(await takeImported(tx, context, curricula, { file, content: known, bytes, placeOf }, report)))
  }
  const { guests, changed: places } = await takeGuests(tx, context, { accounts, groups }, tables.guests ?? [], report)
  const here: Here = { accounts, groups, children, guests }
  changed.push(
    ...places,
    ...(await takeGuestMarks(tx, context, { curricula, guests, groups }, tables['guest-marks'] ?? [], report)),
    ...(await takePlaces(tx, context, here, tables['group-members'] ?? [], report)),
    ...(await takeRegisters(tx, context, here, tables.registers ?? [], report)),
  )
  const { plans, added } = await takePlans(tx, context, accounts, tables['lesson-plans'] ?? [], report)
  const shared = await takeShares(tx, context, { accounts, plans }, tables['lesson-plan-shares'] ?? [], report)
  const links = tables['lesson-plan-groups'] ?? []
  changed.push(
    ...planKeys(context.clubId, [...added, ...shared]),
    ...(await takePlanGroups(tx, context, { accounts, groups, plans }, links, report)),
  )
  await people.takeParents(tables.parents ?? [], (row) => children.find('parents.csv', row, report))
  const { result } = report
  // an archive that brought nothing has nothing to undo
  await (report.hasTaken
    ? execute(tx, SET_DETAILS, [report.changeSetId, JSON.stringify(report.brought)])
    : execute(tx, DROP_CHANGE_SET, [report.changeSetId]))
  await audit(tx, {
    userId: context.userId,
    action: 'return',
    entity: 'club',
    entityId: context.clubId,
    after: { files: result.files, left: result.left_count },
  })
  return { result, changed }
}

const SET_DETAILS = tenantStatement(
  'flows/note-what-archive-brought',
  'UPDATE change_sets SET details = $3 WHERE client_id = $1 AND id = $2',
)

const DROP_CHANGE_SET = tenantStatement(
  'flows/drop-change-set-of-archive',
  'DELETE FROM change_sets WHERE client_id = $1 AND id = $2',
)

/** A file without the column of this heading. */
function withoutColumn(file: MemberFile, heading: string): MemberFile {
  const index = file.header.indexOf(heading)
  if (index < 0) return file
  const without = (cells: readonly string[]) => cells.toSpliced(index, 1)
  return {
    ...file,
    header: without(file.header),
    rows: file.rows.map((row) => ({ ...row, cells: without(row.cells) })),
  }
}

/**
 * A file of marks or levels without the rows of children whom the club does not have, and without the names of coaches
 * whom it does not have: who takes the file back stands for these.
 */
function withKnownNames(
  name: string,
  file: MemberFile,
  { children, coaches }: { children: Children; coaches: readonly ValueOption[] },
  report: ReturnReport,
): MemberFile {
  const index = file.header.indexOf('marked_by')
  const rows = file.rows.flatMap((row) => {
    const cells = cellsOfRow(file.header, row.cells)
    if (children.find(name, { line: row.row, cells }, report) === null) return []
    const coach = row.cells[index] ?? ''
    if (coach === '' || meaningOf(coach, coaches, {}) !== null) return [row]
    report.leave(name, row.row, 'coach', coach)
    return [{ ...row, cells: row.cells.with(index, '') }]
  })
  return { ...file, rows }
}

/** Why a row of members is left out: the first of its problems. */
const WHY: Readonly<Record<string, WhyLeft>> = {
  CONFLICT_NGO_ID: 'number',
  CONFLICT_MEMBER: 'same-child',
  'unknown-skill': 'deleted',
}

interface ImportedFile {
  file: string
  content: MemberFile
  bytes: Uint8Array
  placeOf?: (row: number) => MarkPlace | undefined
}

/** Takes a file back by the importer of members, as if somebody had left out the rows with problems. */
async function takeImported(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  { file, content, bytes, placeOf }: ImportedFile,
  report: ReturnReport,
): Promise<ChangedKey[]> {
  if (content.rows.length === 0) return []
  const mode = { isExport: true }
  const id = await createImport(tx, context, content, bytes, mode)
  // a row that is left out may have stood for a later one, which is checked by itself then
  while ((await readRowStates(tx, id)).bad) {
    for (let page = 0, read = 0; ; page++) {
      const { rows, total } = await listImportRows(tx, id, { state: 'bad', page: String(page), per_page: '200' }, 'en')
      for (const { row, cells, problems } of rows) {
        const [problem] = problems
        const why = WHY[problem?.problem ?? ''] ?? 'value'
        const child = cells.slice(0, 2).join(' ').trim()
        report.leave(file, row, why, why === 'value' ? `${child}: ${problem?.field ?? ''}` : child)
      }
      read += rows.length
      if (rows.length === 0 || read >= total) break
    }
    await changeImport(tx, context, id, { leave_out_bad: true }, mode)
  }
  const { ready } = await readRowStates(tx, id)
  const draft = await readImport(tx, context, id)
  const brought = (draft?.ready ?? 0) + (draft?.levels_only ?? 0)
  report.count(file, { taken: brought, same: draft?.same ?? 0 })
  if (!ready) return []
  report.brought.imports.push(id)
  await setWaiting(tx, id)
  const waiting = { clientId: context.clientId, id, nowMs: context.nowMs }
  const changed = await runImport(tx, curricula, waiting, { ...mode, ...(placeOf ? { placeOf } : {}) })
  if (changed === null) throw new Error(`${file} was not entered`)
  return changed
}
