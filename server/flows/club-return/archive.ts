import { unzipSync } from 'fflate'
import { parse } from 'csv-parse/sync'
import { extensionOf } from '#domain/platform/file-type.ts'
import { fromCsvCell } from '#domain/platform/csv-cell.ts'
import { readMemberFile, type MemberFile } from '#server/flows/imports/read-file.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** The files of a club's export that the importer of members reads, in this order; a large club has several parts. */
const IMPORTED = ['members', 'marks', 'levels'] as const
type ImportedName = (typeof IMPORTED)[number]

/** The other files, which are read only together. */
const TABLES = [
  'groups',
  'group-coaches',
  'group-members',
  'guest-marks',
  'guests',
  'lesson-plan-groups',
  'lesson-plan-shares',
  'lesson-plans',
  'parents',
  'registers',
  'sessions',
  'staff',
  'terms',
] as const
type TableName = (typeof TABLES)[number]

/** A row of a file, by its headings; `line` counts the rows from 1, the headings included. */
export interface ArchiveRow {
  line: number
  cells: Readonly<Record<string, string>>
}

/** The content of a club's export. A file that it lacks has no rows. */
export interface ClubArchive {
  imported: { name: ImportedName; file: string; content: MemberFile; bytes: Uint8Array }[]
  tables: Partial<Record<TableName, ArchiveRow[]>>
  /** The club's own logo. */
  logo?: { file: string; bytes: Uint8Array }
}

/** The most bytes of all files of an archive together. */
const UNPACKED_BYTES = 300 * 1024 * 1024

/** Unpacks an archive and reads its files. It runs in a child process. */
export async function readClubArchive(bytes: Uint8Array): Promise<ClubArchive> {
  return readClubFiles(unpack(bytes))
}

/**
 * The folder in which an archive has its files, with a slash behind it: some computers unpack a download at once, and
 * whoever packs its folder again gets an archive of that folder. None where the files lie in several.
 */
function folderIn(bytes: Uint8Array): string {
  const folders = new Set<string>()
  unzipSync(bytes, {
    filter: ({ name }) => {
      const start = name.lastIndexOf('/') + 1
      if (kindOf(name.slice(start)) !== null) folders.add(name.slice(0, start))
      return false
    },
  })
  const [folder = ''] = folders
  return folders.size > 1 ? '' : folder
}

/** Unpacks the files that are read. Their sizes are summed first, as the archive states them. */
function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  let size = 0
  try {
    const folder = folderIn(bytes)
    const files = unzipSync(bytes, {
      filter: ({ name: path, originalSize }) => {
        const name = path.slice(folder.length)
        if (!path.startsWith(folder) || (kindOf(name) === null && !isLogo(name))) return false
        size += originalSize
        if (size > UNPACKED_BYTES)
          throw new Refusal('CSV_TOO_LONG', { detail: `unpacked: more than ${UNPACKED_BYTES}` })
        return true
      },
    })
    return new Map(Object.entries(files).map(([path, content]) => [path.slice(folder.length), content]))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('CSV_UNREADABLE', { detail: 'no archive', cause: error })
  }
}

/** Reads the files of a club's export, by name. */
export async function readClubFiles(files: ReadonlyMap<string, Uint8Array>): Promise<ClubArchive> {
  const archive: ClubArchive = { imported: [], tables: {} }
  const named = [...files].flatMap(([file, bytes]) => {
    const kind = kindOf(file)
    return kind === null ? [] : [{ file, kind, bytes }]
  })
  if (named.length === 0) throw new Refusal('CSV_UNREADABLE', { detail: 'no file of an export' })
  for (const name of IMPORTED)
    for (const { file, bytes } of named.filter(({ kind }) => kind === name).toSorted(byPart)) {
      // a file that has its headings alone brings nothing
      if (rowsOf(file, bytes).length > 0)
        archive.imported.push({ name, file, content: await readMemberFile(bytes, { headerRow: 1 }), bytes })
    }
  for (const name of TABLES) {
    const found = named.find(({ kind }) => kind === name)
    if (found) archive.tables[name] = rowsOf(found.file, found.bytes)
  }
  const logo = [...files].find(([file]) => isLogo(file))
  if (logo) archive.logo = { file: logo[0], bytes: logo[1] }
  return archive
}

const isLogo = (file: string) => file.startsWith('logo.') && extensionOf('club-logo', file) !== null

/** The part of a file's name: 1 for `members.csv`, 2 for `members-2.csv`, 151 for `levels-from-151.csv`. */
const partOf = (file: string) => Number(/\d+/.exec(file)?.[0] ?? 1)
const byPart = (a: { file: string }, b: { file: string }) => partOf(a.file) - partOf(b.file)

function kindOf(file: string): ImportedName | TableName | null {
  const table = TABLES.find((name) => file === `${name}.csv`)
  return table ?? IMPORTED.find((name) => new RegExp(`^${name}(-from-\\d+)?(-\\d+)?\\.csv$`).test(file)) ?? null
}

/** The rows of a CSV file of an export. */
export function readRows(bytes: Uint8Array): ArchiveRow[] {
  // a character 0, which PostgreSQL does not store
  if (bytes.includes(0)) throw new Error('not a text')
  const records: Record<string, string>[] = parse(Buffer.from(bytes), {
    bom: true,
    columns: true,
    cast: (cell) => fromCsvCell(cell),
  })
  return records.map((cells, index) => ({ line: index + 2, cells }))
}

function rowsOf(file: string, bytes: Uint8Array): ArchiveRow[] {
  try {
    return readRows(bytes)
  } catch (error) {
    throw new Refusal('CSV_UNREADABLE', {
      detail: `${file}: ${error instanceof Error ? error.message : ''}`,
      cause: error,
    })
  }
}
