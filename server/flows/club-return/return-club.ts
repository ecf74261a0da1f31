import type { ClubReturn, WhyLeft } from '#contract/flows/club-return.ts'
import { meaningOf, type ValueOption } from '#domain/members/import-values.ts'
import { changeImport, createImport, readRowStates, setWaiting } from '#server/flows/imports/commands.ts'
import { runImport } from '#server/flows/imports/import-members.ts'
import { listImportRows, readImport } from '#server/flows/imports/queries.ts'
import { readOptions } from '#server/flows/imports/values.ts'
import type { MemberFile } from '#server/flows/imports/read-file.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ClubArchive } from './archive.ts'
import { takeCoaches, takeGroups, takeSessions, takeTerms } from './groups.ts'
import { Children, takePlaces, takeRegisters, type Here } from './history.ts'
import { ReturnedPeople } from './people.ts'
import { ReturnReport } from './report.ts'
import { joinSharedChildren } from './shared-children.ts'

/**
 * Takes back what a club's export holds, in one transaction. What the club has stays as it is, so the same archive again
 * changes nothing. Nobody gets a mail. In the `scope` of a client, children whom another club has join this one, too.
 */
export async function returnClub(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  { imported, tables }: ClubArchive,
  scope: 'club' | 'client',
): Promise<{ result: Omit<ClubReturn, 'done'>; changed: ChangedKey[] }> {
  refuseIfProviderOwns(context)
  const report = new ReturnReport()
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
    if (scope === 'client') await joinSharedChildren(tx, context, members)
    changed.push(...(await takeImported(tx, context, curricula, { file, content: members, bytes }, report)))
  }
  const children = await Children.of(tx, context.clubId)
  const { options } = await readOptions(tx, context)
  const names = { children, coaches: options['level_coach'] ?? [] }
  for (const { file, content, bytes } of imported.filter(({ name }) => name !== 'members')) {
    const known = withKnownNames(file, content, names, report)
    changed.push(...(await takeImported(tx, context, curricula, { file, content: known, bytes }, report)))
  }
  const here: Here = { accounts, groups, children }
  changed.push(...(await takePlaces(tx, context, here, tables['group-members'] ?? [], report)))
  changed.push(...(await takeRegisters(tx, context, here, tables.registers ?? [], report)))
  await people.takeParents(tables.parents ?? [], (row) => children.find('parents.csv', row, report))
  const { result } = report
  await audit(tx, {
    userId: context.userId,
    action: 'return',
    entity: 'club',
    entityId: context.clubId,
    after: { files: result.files, left: result.left_count },
  })
  return { result, changed }
}

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
    const cells = Object.fromEntries(file.header.map((heading, at) => [heading, row.cells[at] ?? '']))
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

/** Takes a file back by the importer of members, as if somebody had left out the rows with problems. */
async function takeImported(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  { file, content, bytes }: { file: string; content: MemberFile; bytes: Uint8Array },
  report: ReturnReport,
): Promise<ChangedKey[]> {
  if (content.rows.length === 0) return []
  const id = await createImport(tx, context, content, bytes)
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
    await changeImport(tx, context, id, { leave_out_bad: true })
  }
  const { ready } = await readRowStates(tx, id)
  const draft = await readImport(tx, context, id)
  const brought = (draft?.ready ?? 0) + (draft?.levels_only ?? 0)
  report.count(file, { taken: brought, same: draft?.same ?? 0 })
  if (!ready) return []
  await setWaiting(tx, id)
  const changed = await runImport(tx, curricula, { clientId: context.clientId, id, nowMs: context.nowMs })
  if (changed === null) throw new Error(`${file} was not entered`)
  return changed
}
