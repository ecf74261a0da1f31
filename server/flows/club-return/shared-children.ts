import { guessColumns } from '#domain/members/guess-columns.ts'
import { readRow, type ImportRules } from '#domain/members/member-import.ts'
import type { MarkPlace } from '#server/assessment/brought-levels/bring-passes.ts'
import type { MemberFile } from '#server/flows/imports/read-file.ts'
import { joinClubs } from '#server/members/commands.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ArchiveRow, ClubArchive } from './archive.ts'
import { cellsOfRow } from './cells.ts'
import { placeOfMark, type ReturnedGroups } from './groups.ts'
import { childOfCells, nameKey, type Children } from './history.ts'

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
  isExport: true,
  groupsByComma: false,
})

/**
 * The children who are in several clubs of a client that returns. Its archive names them by numbers that hold within the
 * archive; a club alone must not reach for another one's child.
 */
export class SharedChildren {
  /** The rows about each club, by its folder. */
  readonly #rows: Map<string, ArchiveRow[]>
  /** The members who were made, by the numbers of the archive. */
  readonly #members = new Map<string, string>()
  readonly #marks = new Map<string, MarkPlace>()

  constructor(rows: readonly ArchiveRow[]) {
    this.#rows = Map.groupBy(rows, ({ cells }) => cells['folder'] ?? '')
  }

  /** Makes the children of a club's file members whom an earlier club of the archive has made. */
  async join(tx: Tx, context: ClubContext, folder: string, { header, rows }: MemberFile): Promise<void> {
    const shared = new Map(
      (this.#rows.get(folder) ?? []).flatMap(({ cells }) => {
        const memberId = this.#members.get(cells['child'] ?? '')
        return memberId === undefined ? [] : [[nameKey(childOfCells(cells)), memberId] as const]
      }),
    )
    if (shared.size === 0) return
    const columns = guessColumns(header)
    const rules = rulesOf(context)
    await joinClubs(
      tx,
      rows.flatMap((row) => {
        const memberId = shared.get(nameKey(childOfCells(cellsOfRow(header, row.cells))))
        if (memberId === undefined) return []
        const { member: fields } = readRow(row.cells, columns, rules, row.isStray)
        return [{ clubId: context.clubId, memberId, fields }]
      }),
      context.nowMs,
    )
  }

  /** Notes which members of a club the children are, once its file was taken. */
  note(folder: string, children: Children): void {
    for (const { cells } of this.#rows.get(folder) ?? []) {
      const memberId = children.known(childOfCells(cells))
      if (memberId !== null) this.#members.set(cells['child'] ?? '', memberId)
    }
  }

  /** Notes where a club gave which marks of these children, which the files of the other clubs do not say. */
  noteMarks(
    clubId: string,
    { imported }: ClubArchive,
    { children, groups, coaches }: { children: Children; groups: ReturnedGroups; coaches: ReadonlyMap<string, string> },
  ): void {
    this.#eachMark(imported, children, (key, cells) => {
      const place = placeOfMark(clubId, groups, cells)
      if (place) this.#marks.set(key, { ...place, by: coaches.get(cells['marked_by'] ?? '') ?? null })
    })
  }

  /** Where other clubs gave the marks of a club's files, by file and row. */
  placesOf(imported: ClubArchive['imported'], children: Children): Map<string, MarkPlace> {
    const places = new Map<string, MarkPlace>()
    this.#eachMark(imported, children, (key, cells, row) => {
      const place = cells['elsewhere'] === 'yes' ? this.#marks.get(key) : undefined
      if (place) places.set(row, place)
    })
    return places
  }

  /** Calls `work` for each mark of these children; all clubs' files have the marks of a skill in the same order. */
  #eachMark(
    imported: ClubArchive['imported'],
    children: Children,
    work: (key: string, cells: ArchiveRow['cells'], row: string) => void,
  ): void {
    const shared = new Set(this.#members.values())
    if (shared.size === 0) return
    const seen = new Map<string, number>()
    for (const { name, file, content } of imported)
      if (name === 'marks')
        for (const row of content.rows) {
          const cells = cellsOfRow(content.header, row.cells)
          const memberId = children.known(childOfCells(cells))
          if (memberId === null || !shared.has(memberId) || !cells['skill']) continue
          const skill = `${memberId} ${cells['skill']}`
          const number = seen.get(skill) ?? 0
          seen.set(skill, number + 1)
          work(`${skill} ${number}`, cells, `${file} ${row.row}`)
        }
  }
}
