import { isDate } from '#domain/platform/club-time.ts'
import { LIST_SEPARATOR } from '#server/flows/club-export/club-files.ts'
import type { ArchiveRow } from '#server/flows/club-return/archive.ts'
import { isUuid, timeOf } from '#server/flows/club-return/cells.ts'
import { namedAccount, type Accounts } from '#server/flows/club-return/people.ts'
import type { ReturnReport } from '#server/flows/club-return/report.ts'
import { setUses } from '#server/platform/files/uses.ts'
import type { NamedFile } from '#server/platform/files/zip-stream.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { csv, timeCell, yesOrNo } from './export-csv.ts'
import type { TakenFiles } from './exported-files.ts'

const DOCUMENTS = tenantStatement(
  'cli/list-exported-documents',
  `SELECT id, folder, description, floor(extract(epoch FROM updated_at))::int AS ts,
     ARRAY(SELECT club_id FROM document_clubs WHERE document_clubs.client_id = documents.client_id
       AND document_clubs.document_id = documents.id) AS clubs
   FROM documents WHERE client_id = $1 AND deleted_at IS NULL ORDER BY folder, description, id`,
)

const VERSIONS = tenantStatement(
  'cli/list-exported-document-versions',
  `SELECT version.document_id, version.version, version.file_id,
     floor(extract(epoch FROM version.created_at))::int AS ts, users.type, users.email, users.username
   FROM documents JOIN document_versions version ON version.client_id = documents.client_id
     AND version.document_id = documents.id
   JOIN users ON users.client_id = version.client_id AND users.id = version.created_by
   WHERE documents.client_id = $1 AND documents.deleted_at IS NULL
   ORDER BY documents.folder, documents.description, documents.id, version.version`,
)

const READS = tenantStatement(
  'cli/list-exported-document-reads',
  `SELECT read.document_id, read.version, read.club_id, floor(extract(epoch FROM read.read_at))::int AS ts, users.type,
     users.email, users.username
   FROM documents JOIN document_reads read ON read.client_id = documents.client_id AND read.document_id = documents.id
   JOIN users ON users.client_id = read.client_id AND users.id = read.user_id AND users.status <> 'anonymised'
   WHERE documents.client_id = $1 AND documents.deleted_at IS NULL
   ORDER BY documents.folder, documents.description, documents.id, read.version, read.read_at, users.email, users.id`,
)

const NOTIFICATIONS = tenantStatement(
  'cli/list-exported-notifications',
  `SELECT id, heading, description, start_date, end_date, global, floor(extract(epoch FROM updated_at))::int AS ts,
     ARRAY(SELECT club_id FROM notification_clubs WHERE notification_clubs.client_id = notifications.client_id
       AND notification_clubs.notification_id = notifications.id) AS clubs
   FROM notifications WHERE client_id = $1 AND deleted_at IS NULL ORDER BY start_date, heading, id`,
)

/** The documents of a client with their versions and confirmations, and its notifications; `folders` are the clubs'. */
export async function* exportedNotices(tx: Tx, folders: ReadonlyMap<string, string>): AsyncGenerator<NamedFile> {
  const clubsCell = (clubs: readonly string[]) =>
    clubs
      .flatMap((id) => folders.get(id) ?? [])
      .toSorted()
      .join(LIST_SEPARATOR)
  const file = (name: string, columns: string[], rows: readonly (string | null)[][]): NamedFile => ({
    name,
    content: [csv([columns, ...rows])],
  })
  yield file(
    'documents.csv',
    ['document', 'folder', 'description', 'changed_at', 'clubs'],
    (await queryRows(tx, DOCUMENTS)).map((row) => [
      row.id,
      row.folder,
      row.description,
      timeCell(row.ts),
      clubsCell(row.clubs),
    ]),
  )
  yield file(
    'document-versions.csv',
    ['document', 'version', 'file', 'uploaded_at', 'type', 'email', 'username'],
    (await queryRows(tx, VERSIONS)).map((row) => [
      row.document_id,
      String(row.version),
      row.file_id,
      timeCell(row.ts),
      row.type,
      row.email,
      row.username,
    ]),
  )
  yield file(
    'document-reads.csv',
    ['document', 'version', 'club', 'read_at', 'type', 'email', 'username'],
    (await queryRows(tx, READS)).map((row) => [
      row.document_id,
      String(row.version),
      folders.get(row.club_id) ?? '',
      timeCell(row.ts),
      row.type,
      row.email,
      row.username,
    ]),
  )
  yield file(
    'notifications.csv',
    ['notification', 'heading', 'description', 'start', 'end', 'global', 'changed_at', 'clubs'],
    (await queryRows(tx, NOTIFICATIONS)).map((row) => [
      row.id,
      row.heading,
      row.description,
      row.start_date,
      row.end_date,
      yesOrNo(row.global),
      timeCell(row.ts),
      clubsCell(row.clubs),
    ]),
  )
}

/** What the rows of documents and notifications name. */
interface Named {
  accounts: Accounts
  files: TakenFiles
  /** The ids of the clubs by their folders. */
  clubs: ReadonlyMap<string, string>
  /** Who stands for somebody without an account. */
  userId: string
}

const clubsOf = (cells: ArchiveRow['cells'], clubs: ReadonlyMap<string, string>): string[] =>
  (cells['clubs'] ?? '').split(LIST_SEPARATOR).flatMap((folder) => clubs.get(folder) ?? [])

const ADD_DOCUMENTS = tenantStatement(
  'cli/add-imported-documents',
  `INSERT INTO documents (client_id, id, folder, description, version, updated_at)
   SELECT $1, said.* FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::timestamptz[])
     said (id, folder, description, version, at)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

const ADD_DOCUMENT_CLUBS = tenantStatement(
  'cli/add-clubs-of-imported-documents',
  `INSERT INTO document_clubs (client_id, document_id, club_id)
   SELECT $1, said.* FROM unnest($2::uuid[], $3::uuid[]) said (document, club) ON CONFLICT DO NOTHING RETURNING client_id`,
)

const ADD_VERSIONS = tenantStatement(
  'cli/add-imported-document-versions',
  `INSERT INTO document_versions (client_id, document_id, version, file_id, created_by, created_at)
   SELECT $1, said.* FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::uuid[], $6::timestamptz[])
     said (document, version, file, author, at)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

const ADD_READS = tenantStatement(
  'cli/add-imported-document-reads',
  `INSERT INTO document_reads (client_id, document_id, version, club_id, user_id, read_at)
   SELECT $1, said.* FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::uuid[], $6::timestamptz[])
     said (document, version, club, reader, at)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

interface Version {
  version: number
  fileId: string
  authorId: string
  at: Date
}

/** The versions of each document whose files were taken back. */
function readVersions(rows: readonly ArchiveRow[], { accounts, files, userId }: Named, report: ReturnReport) {
  const versions = new Map<string, Version[]>()
  for (const { line, cells } of rows) {
    const { document = '', version = '', file = '', uploaded_at: uploaded = '' } = cells
    const ts = timeOf(uploaded)
    const number = Number(version)
    if (files.get(file) !== 'document') report.leave('document-versions.csv', line, 'file', file)
    else if (ts === null || !Number.isInteger(number) || number < 1)
      report.leave('document-versions.csv', line, 'value', version)
    else {
      const authorId = accounts.find(namedAccount(cells))?.id ?? userId
      const own = { version: number, fileId: file, authorId, at: new Date(ts * 1000) }
      versions.set(document, [...(versions.get(document) ?? []), own])
    }
  }
  return versions
}

/** Takes documents back, each with those of its versions whose files are there, and who has confirmed them. */
export async function takeDocuments(
  tx: Tx,
  named: Named,
  rows: { documents: readonly ArchiveRow[]; versions: readonly ArchiveRow[]; reads: readonly ArchiveRow[] },
  report: ReturnReport,
): Promise<void> {
  const versions = readVersions(rows.versions, named, report)
  const documents = rows.documents.flatMap(({ line, cells }) => {
    const { document: id = '', folder = '', description = '', changed_at: changed = '' } = cells
    const own = versions.get(id) ?? []
    const ts = timeOf(changed)
    const isFolder = folder === 'document-policy' || folder === 'document-additional'
    if (own.length === 0) report.leave('documents.csv', line, 'file', description)
    else if (!isUuid(id) || !isFolder || description === '' || ts === null)
      report.leave('documents.csv', line, 'value', description)
    else {
      const version = Math.max(...own.map((each) => each.version))
      return [{ id, folder, description, version, at: new Date(ts * 1000), own, clubs: clubsOf(cells, named.clubs) }]
    }
    return []
  })
  await execute(tx, ADD_DOCUMENTS, [
    documents.map(({ id }) => id),
    documents.map(({ folder }) => folder),
    documents.map(({ description }) => description),
    documents.map(({ version }) => version),
    documents.map(({ at }) => at),
  ])
  const addressed = documents.flatMap(({ id, clubs }) => clubs.map((club) => ({ id, club })))
  await execute(tx, ADD_DOCUMENT_CLUBS, [addressed.map(({ id }) => id), addressed.map(({ club }) => club)])
  const kept = documents.flatMap(({ id, own }) => own.map((version) => ({ id, ...version })))
  await execute(tx, ADD_VERSIONS, [
    kept.map(({ id }) => id),
    kept.map(({ version }) => version),
    kept.map(({ fileId }) => fileId),
    kept.map(({ authorId }) => authorId),
    kept.map(({ at }) => at),
  ])
  for (const { id, own } of documents)
    await setUses(
      tx,
      { kind: 'document', key: id },
      { purpose: 'document', ids: [...new Set(own.map(({ fileId }) => fileId))], field: 'file' },
    )
  report.count('documents.csv', { taken: documents.length })
  report.count('document-versions.csv', { taken: kept.length })
  await takeReads(tx, named, new Set(kept.map(({ id, version }) => `${id} ${version}`)), rows.reads, report)
}

async function takeReads(
  tx: Tx,
  { accounts, clubs }: Named,
  versions: ReadonlySet<string>,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<void> {
  const reads = rows.flatMap(({ line, cells }) => {
    const { document = '', version = '', club = '', read_at: read = '' } = cells
    const readerId = accounts.find(namedAccount(cells))?.id
    const clubId = clubs.get(club)
    const ts = timeOf(read)
    if (!versions.has(`${document} ${version}`)) return []
    if (readerId === undefined) report.leave('document-reads.csv', line, 'account', cells['email'])
    else if (clubId === undefined || ts === null) report.leave('document-reads.csv', line, 'value', `${club} ${read}`)
    else return [{ document, version: Number(version), clubId, readerId, at: new Date(ts * 1000) }]
    return []
  })
  await execute(tx, ADD_READS, [
    reads.map(({ document }) => document),
    reads.map(({ version }) => version),
    reads.map(({ clubId }) => clubId),
    reads.map(({ readerId }) => readerId),
    reads.map(({ at }) => at),
  ])
  report.count('document-reads.csv', { taken: reads.length })
}

const ADD_NOTIFICATIONS = tenantStatement(
  'cli/add-imported-notifications',
  `INSERT INTO notifications (client_id, id, heading, description, start_date, end_date, global, updated_at)
   SELECT $1, said.*
   FROM unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::date[], $7::boolean[], $8::timestamptz[])
     said (id, heading, description, start, stop, everywhere, at)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

const ADD_NOTIFICATION_CLUBS = tenantStatement(
  'cli/add-clubs-of-imported-notifications',
  `INSERT INTO notification_clubs (client_id, notification_id, club_id)
   SELECT $1, said.* FROM unnest($2::uuid[], $3::uuid[]) said (notification, club)
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

/** Takes the client's notifications back. */
export async function takeNotifications(
  tx: Tx,
  clubs: ReadonlyMap<string, string>,
  rows: readonly ArchiveRow[],
  report: ReturnReport,
): Promise<void> {
  const notifications = rows.flatMap(({ line, cells }) => {
    const {
      notification: id = '',
      heading = '',
      description = '',
      start = '',
      end = '',
      changed_at: changed = '',
    } = cells
    const ts = timeOf(changed)
    if (!isUuid(id) || heading === '' || !isDate(start) || !isDate(end) || end < start || ts === null) {
      report.leave('notifications.csv', line, 'value', heading)
      return []
    }
    const global = cells['global'] === 'yes'
    return [{ id, heading, description, start, end, global, at: new Date(ts * 1000), clubs: clubsOf(cells, clubs) }]
  })
  await execute(tx, ADD_NOTIFICATIONS, [
    notifications.map(({ id }) => id),
    notifications.map(({ heading }) => heading),
    notifications.map(({ description }) => description),
    notifications.map(({ start }) => start),
    notifications.map(({ end }) => end),
    notifications.map(({ global }) => global),
    notifications.map(({ at }) => at),
  ])
  const addressed = notifications.flatMap(({ id, clubs: own }) => own.map((club) => ({ id, club })))
  await execute(tx, ADD_NOTIFICATION_CLUBS, [addressed.map(({ id }) => id), addressed.map(({ club }) => club)])
  report.count('notifications.csv', { taken: notifications.length })
}
