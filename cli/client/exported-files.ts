import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  extensionOf,
  filePurposes,
  maxBytes,
  fileTypes,
  type Extension,
  type Purpose,
} from '#domain/platform/file-type.ts'
import type { ArchiveRow } from '#server/flows/club-return/archive.ts'
import { isUuid, timeOf } from '#server/flows/club-return/cells.ts'
import { namedAccount, type Accounts } from '#server/flows/club-return/people.ts'
import type { ReturnReport } from '#server/flows/club-return/report.ts'
import { checkContent } from '#server/platform/files/content.ts'
import { readFileRow } from '#server/platform/files/file-row.ts'
import { reencodePicture } from '#server/platform/files/picture.ts'
import { tidyName } from '#server/platform/files/receive.ts'
import { storageKey, type FileStore } from '#server/platform/files/storage.ts'
import { putBytes, writeFileRow } from '#server/platform/files/store-file.ts'
import type { NamedFile } from '#server/platform/files/zip-stream.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { csv, timeCell } from './export-csv.ts'

const COLUMNS = [
  'file',
  'purpose',
  'filename',
  'bytes',
  'sha256',
  'uploaded_sha256',
  'uploaded_at',
  'type',
  'email',
  'username',
] as const

/** The files that something uses. */
const FILES = tenantStatement(
  'cli/list-exported-files',
  `SELECT files.id, files.purpose, files.filename, files.sha256, floor(extract(epoch FROM files.created_at))::int AS ts,
     users.type, users.email, users.username
   FROM files LEFT JOIN users ON users.client_id = files.client_id AND users.id = files.created_by
   WHERE files.client_id = $1 AND EXISTS (SELECT FROM file_uses
     WHERE file_uses.client_id = files.client_id AND file_uses.file_id = files.id)
   ORDER BY files.purpose, files.filename, files.id`,
)

/** Where the bytes of a file are in the folder. */
const pathOf = (id: string, extension: Extension) => `files/${id}.${extension}`

/** The files of a client with a list of them; `missing` gets the names of those whose bytes are not stored. */
export async function* exportedFiles(tx: Tx, { disk }: FileStore, missing: string[]): AsyncGenerator<NamedFile> {
  const listed: (string | null)[][] = []
  for (const row of await queryRows(tx, FILES)) {
    const extension = extensionOf(purposeOf(row.purpose) ?? 'document', row.filename)
    const key = storageKey(tx.clientId, row.id)
    if (extension === null || !(await disk.exists(key))) {
      missing.push(row.filename)
      continue
    }
    const hash = createHash('sha256')
    let bytes = 0
    const stored = await disk.getStream(key)
    const counted = async function* () {
      for await (const chunk of stored as AsyncIterable<Uint8Array>) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    yield { name: pathOf(row.id, extension), content: counted() }
    const own = [row.id, row.purpose, row.filename, String(bytes), hash.digest('hex'), row.sha256, timeCell(row.ts)]
    listed.push([...own, row.type, row.email, row.username])
  }
  yield { name: 'files.csv', content: [csv([[...COLUMNS], ...listed])] }
}

const purposeOf = (text: string): Purpose | undefined => filePurposes.find((purpose) => purpose === text)

/** The files that were taken back, by id. */
export type TakenFiles = ReadonlyMap<string, Purpose>

/** Files that are taken back; `stored` gets the ids of those whose bytes are stored, to remove them when it fails. */
export async function takeFiles(
  tx: Tx,
  store: FileStore,
  folder: string,
  {
    accounts,
    rows,
    report,
    stored,
  }: { accounts: Accounts; rows: readonly ArchiveRow[]; report: ReturnReport; stored: string[] },
): Promise<TakenFiles> {
  const taken = new Map<string, Purpose>()
  for (const { line, cells } of rows) {
    const file = readCells(cells)
    const received = file && (await checkBytes(tx.clientId, folder, file))
    if (!file || !received) {
      report.leave('files.csv', line, 'file', cells['filename'])
      continue
    }
    taken.set(file.id, file.purpose)
    if (await readFileRow(tx, file.id)) {
      report.count('files.csv', { same: 1 })
      continue
    }
    stored.push(file.id)
    await putBytes(store, tx.clientId, file.id, received.content, received.picture)
    const uploaded = { ...received, content: { ...received.content, sha256: file.uploadedSha256 } }
    await writeFileRow(
      tx,
      { userId: accounts.find(namedAccount(cells))?.id ?? null, now: new Date(file.ts * 1000) },
      { id: file.id, purpose: file.purpose, received: uploaded.content, picture: received.picture },
    )
    report.count('files.csv', { taken: 1 })
  }
  return taken
}

interface ExportedFile {
  id: string
  purpose: Purpose
  filename: string
  extension: Extension
  bytes: number
  sha256: string
  uploadedSha256: string
  ts: number
}

function readCells(cells: ArchiveRow['cells']): ExportedFile | null {
  const { file: id = '', filename: written = '', bytes = '', sha256 = '', uploaded_at: at = '' } = cells
  const purpose = purposeOf(cells['purpose'] ?? '')
  const filename = tidyName(written)
  const extension = purpose === undefined ? null : extensionOf(purpose, filename)
  const ts = timeOf(at)
  if (!isUuid(id) || purpose === undefined || extension === null || ts === null) return null
  const size = Number(bytes)
  if (!(size > 0) || size > maxBytes[fileTypes[extension].kind]) return null
  return {
    id,
    purpose,
    filename,
    extension,
    bytes: size,
    sha256,
    uploadedSha256: cells['uploaded_sha256'] || sha256,
    ts,
  }
}

/**
 * Checks the bytes of a file as those of an upload; null when they are missing or not those that were exported. A picture
 * keeps its bytes, which were encoded anew when it was uploaded.
 */
async function checkBytes(clientId: string, folder: string, { id, filename, extension, bytes, sha256 }: ExportedFile) {
  const path = join(folder, pathOf(id, extension))
  try {
    if ((await stat(path)).size !== bytes) return null
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== sha256) return null
    await checkContent(path, extension, bytes)
    const picture = await reencodePicture(clientId, path, extension)
    return { content: { path, filename, extension, bytes, sha256 }, picture: picture && { ...picture, original: null } }
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
