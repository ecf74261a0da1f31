import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Type } from 'typebox'
import { localDate } from '#domain/platform/club-time.ts'
import { slugOf } from '#domain/platform/slug.ts'
import { flattenWords } from '#server/platform/words.ts'
import { clubFiles, planFiles, schemeFile } from '#server/flows/club-export/club-files.ts'
import { readPlans } from '#server/flows/club-export/plans.ts'
import { auditMedicalNotes } from '#server/flows/club-export/queries.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import { audit } from '#server/platform/audit.ts'
import type { FileStore, OpenStore } from '#server/platform/files/storage.ts'
import type { NamedFile } from '#server/platform/files/zip-stream.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { csv, yesOrNo } from './export-csv.ts'
import { exportedFiles } from './exported-files.ts'
import { exportedNotices } from './exported-notices.ts'
import { CLUB_COLUMNS, ExportedClient, SHARED_COLUMNS, USER_COLUMNS } from './exported-client.ts'
import { wrongUsage } from '../usage.ts'

const CLIENT = tenantStatement(
  'cli/read-exported-client',
  `SELECT client.name, client.login, client.wording, client.features, client.second_factor, client.retention,
     client.theme_name, client.own_theme, client.logo_file_id AS logo,
     (SELECT coalesce(json_agg(json_build_object('language', language.language, 'active', language.active)
        ORDER BY language.language_id), '[]')
      FROM client_languages language WHERE language.client_id = client.client_id) AS languages,
     ARRAY(SELECT name FROM tags WHERE tags.client_id = client.client_id ORDER BY name) AS tags,
     (SELECT coalesce(json_agg(json_build_object('name', label_sets.name, 'labels', label_sets.labels)
        ORDER BY label_sets.name), '[]')
      FROM label_sets WHERE label_sets.client_id = client.client_id) AS label_sets,
     (SELECT coalesce(json_agg(json_build_object('slug', schemes.slug, 'state', schemes.state) ORDER BY schemes.slug), '[]')
      FROM schemes WHERE schemes.client_id = client.client_id AND schemes.deleted_at IS NULL) AS schemes
   FROM clients client WHERE client.client_id = $1`,
  {
    json: {
      features: ExportedClient.properties.features,
      retention: ExportedClient.properties.retention,
      own_theme: ExportedClient.properties.own_theme,
      languages: ExportedClient.properties.languages,
      label_sets: ExportedClient.properties.label_sets,
      schemes: ExportedClient.properties.schemes,
    },
  },
)

const CLUBS = tenantStatement(
  'cli/list-exported-clubs',
  `SELECT id, name, ngo_id, time_zone, member_types, parent_portal, org_portal, term_date, features, logo_file_id,
     (SELECT array_agg(language ORDER BY language_id) FROM client_languages
      WHERE client_languages.client_id = clubs.client_id AND language_id = ANY(clubs.language_ids)) AS languages
   FROM clubs WHERE client_id = $1 AND deleted_at IS NULL ORDER BY name, ngo_id, id`,
  { json: { features: Type.Record(Type.String(), Type.Unknown()) } },
)

/** The client's own words, by language and key. */
const WORDS = tenantStatement(
  'cli/list-exported-words',
  'SELECT locale, texts FROM client_translations WHERE client_id = $1 ORDER BY locale',
  { json: { texts: Type.Record(Type.String(), Type.Unknown()) } },
)

/** The children of several clubs; the number tells them in this export alone. */
const SHARED = tenantStatement(
  'cli/list-exported-shared-children',
  `SELECT dense_rank() OVER (ORDER BY own.sort_name, members.dob, own.member_id)::int AS child, own.club_id, members.firstname, members.lastname, members.dob, members.ngo_id
   FROM club_members own JOIN members ON members.client_id = own.client_id AND members.id = own.member_id
   JOIN clubs ON clubs.client_id = own.client_id AND clubs.id = own.club_id AND clubs.deleted_at IS NULL
   WHERE own.client_id = $1 AND own.status <> 'merged' AND EXISTS (SELECT FROM club_members other
     WHERE other.client_id = own.client_id AND other.member_id = own.member_id AND other.club_id <> own.club_id
       AND other.status <> 'merged')
   ORDER BY child, clubs.name, clubs.id`,
)

/** Accounts without passwords, codes and tokens. */
const USERS = tenantStatement(
  'cli/list-exported-users',
  `SELECT users.type, users.firstname, users.lastname, users.email, users.username, users.ngo_id, users.status,
     users.postcode, users.award_mail, users.unsubscribe_operational,
     (SELECT language.language FROM client_languages language
      WHERE language.client_id = users.client_id AND language.language_id = users.language_id) AS language,
     ARRAY(SELECT clubs.name FROM user_clubs work JOIN clubs ON clubs.client_id = work.client_id
       AND clubs.id = work.club_id WHERE work.client_id = users.client_id AND work.user_id = users.id
       ORDER BY clubs.name) AS clubs
   FROM users WHERE users.client_id = $1 AND users.status <> 'anonymised' AND users.type <> 'api'
   ORDER BY users.type, users.sort_name, users.email, users.id`,
)

/** How a client comes back, and what does not. */
const READ_ME = `Everything of a client

Bring it back into a new client, which has nothing but its host names and its way of logging in:

  rungs client create ID NAME --domain DOMAIN --login …
  rungs client import ID FOLDER

client.json      Its settings, colours, wording, languages, tags and labels, and the state of each scheme.
words/*.json     The client's own words, by language.
schemes/*.json   The curricula as they are live; their working copies are not in here: release or drop them first.
users.csv        Accounts without passwords. Each comes back as invited, and completes by a link; nobody gets a mail before
                 somebody sends it. Who had left stays inactive.
clubs.csv        The clubs with their settings.
shared-children.csv
                 The children of several clubs, each by a number that holds in this export alone, so that one comes back.
lesson-plans.csv, lesson-plan-shares.csv
                 The lesson plans of all coaches, and who may read them.
clubs/*/         What each club has; README.txt there says what is in each file. A club can be taken back alone, too.

files/*, files.csv
                 Logos, pictures, videos and documents. Each is checked on return as an upload is; one that is missing or
                 changed is named, and the rest goes on.
documents.csv, document-versions.csv, document-reads.csv
                 Documents for the clubs, and who has confirmed which version.
notifications.csv
                 Notifications to the clubs.

Not in here: working copies of schemes, passwords and other secrets, the login provider, API tokens, links between schemes
and subscriptions, what can be undone, certificates, mails and the log.
`

/** The folder of a club; the number keeps clubs of one name apart. */
const folderOf = (club: string, index: number) => `${index + 1}-${slugOf(club, 40)}`.replace(/-$/, '')

const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

/** Writes everything of a client into a folder: its clubs, each as a club's own export, schemes, words and users. */
export async function exportClient(args: string[], ownerUrl: string, openStore: OpenStore): Promise<string> {
  const [id, folder, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  if (id === undefined || folder === undefined || rest.length > 0) throw wrongUsage('client')
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    await requireEmpty(folder)
    // the log says that the data of all children were taken, as after a club's own export
    await inTenant(db, id, 'write', async (tx) => {
      for (const club of await queryRows(tx, CLUBS)) {
        await audit(tx, { userId: null, action: 'download', entity: 'club', entityId: club.id, after: {} })
        await auditMedicalNotes(tx, null, club.id)
      }
    })
    // one transaction, so that all files are of one moment
    const store = await openStore()
    const { files, clubs, missing } = await inTenant(db, id, 'read', (tx) => exportAll(tx, id, folder, store))
    return [
      `${files} files of ${id} are in ${folder}: ${clubs} clubs, schemes, words, users and uploads.`,
      ...(missing.length === 0
        ? []
        : [`Uploads whose bytes are not stored, and which are not there: ${missing.join(', ')}.`]),
      'They hold medical notes and telephone numbers; nobody but you may read them.',
    ].join('\n')
  } finally {
    await db.pool.end()
  }
}

async function exportAll(tx: Tx, id: string, folder: string, store: FileStore) {
  const read = async <T>(work: (tx: Tx) => Promise<T>) => work(tx)
  const client = await findRow(tx, CLIENT)
  if (!client) throw new Error(`no client "${id}"`)
  const trees = new Trees()
  const clubs = await queryRows(tx, CLUBS)
  const folders = new Map(clubs.map((club, index) => [club.id, `clubs/${folderOf(club.name, index)}`]))
  const missing: string[] = []
  let files = await writeFiles(folder, clientFiles(read))
  files += await writeFiles(folder, exportedFiles(tx, store, missing))
  files += await writeFiles(folder, exportedNotices(tx, folders))
  for (const { slug } of client.schemes)
    files += await writeFiles(folder, one(schemeFile({ clientId: id, trees, read }, slug)))
  for (const [index, club] of clubs.entries()) {
    const today = localDate(Date.now(), club.time_zone)
    const exported = { clientId: id, clubId: club.id, name: club.name, today, timeZone: club.time_zone }
    const name = folderOf(club.name, index)
    files += await writeFiles(
      join(folder, 'clubs', name),
      clubFiles({ ...exported, language: 'en', trees, read, store }),
    )
  }
  // at last, so that an export that was stopped is none: an import begins with this file
  files += await writeFiles(folder, one(Promise.resolve({ name: 'client.json', content: [json(client)] })))
  return { files, clubs: clubs.length, missing }
}

async function* one(file: Promise<NamedFile>): AsyncGenerator<NamedFile> {
  yield await file
}

async function* clientFiles(read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): AsyncGenerator<NamedFile> {
  yield { name: 'README.txt', content: [READ_ME] }
  const clubs = await read((tx) => queryRows(tx, CLUBS))
  yield {
    name: 'clubs.csv',
    content: [
      csv([
        [...CLUB_COLUMNS],
        ...clubs.map((club, index) => [
          `clubs/${folderOf(club.name, index)}`,
          club.name,
          club.ngo_id,
          club.time_zone,
          // a type may hold any text
          JSON.stringify(club.member_types),
          yesOrNo(club.parent_portal),
          yesOrNo(club.org_portal),
          club.term_date,
          club.languages === null ? null : club.languages.join(' '),
          JSON.stringify(club.features),
          club.logo_file_id,
        ]),
      ]),
    ],
  }
  const users = await read((tx) => queryRows(tx, USERS))
  yield {
    name: 'users.csv',
    content: [
      csv([
        [...USER_COLUMNS],
        ...users.map((user) => [
          user.type,
          user.firstname,
          user.lastname,
          user.email,
          user.username,
          user.ngo_id,
          user.status,
          user.postcode,
          user.language,
          yesOrNo(user.award_mail),
          yesOrNo(user.unsubscribe_operational),
          user.clubs.join('; '),
        ]),
      ]),
    ],
  }
  const folders = new Map(clubs.map((club, index) => [club.id, `clubs/${folderOf(club.name, index)}`]))
  const shared = await read((tx) => queryRows(tx, SHARED))
  yield {
    name: 'shared-children.csv',
    content: [
      csv([
        [...SHARED_COLUMNS],
        ...shared.map((row) => [
          String(row.child),
          folders.get(row.club_id) ?? '',
          row.firstname,
          row.lastname,
          row.dob,
          row.ngo_id,
        ]),
      ]),
    ],
  }
  yield* planFiles(await read((tx) => readPlans(tx, null)))
  for (const { locale, texts } of await read((tx) => queryRows(tx, WORDS)))
    yield {
      name: `words/${locale}.json`,
      content: [json(Object.fromEntries(flattenWords(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))))],
    }
}

/** Refuses a folder that has something in it. */
async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`)
}

/** Writes files that only their owner may read; returns how many. */
async function writeFiles(folder: string, files: AsyncIterable<NamedFile>): Promise<number> {
  let count = 0
  for await (const { name, content } of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const part of content) await file.appendFile(part)
    } finally {
      await file.close()
    }
    count++
  }
  return count
}
