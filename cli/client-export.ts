import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { Type } from 'typebox'
import { localDate } from '#domain/platform/club-time.ts'
import { toCsvCell } from '#domain/platform/csv-cell.ts'
import { slugOf } from '#domain/platform/slug.ts'
import { clubFiles, schemeFile } from '#server/flows/club-export/club-files.ts'
import { auditMedicalNotes } from '#server/flows/club-export/queries.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import { audit } from '#server/platform/audit.ts'
import type { NamedFile } from '#server/platform/files/zip-stream.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { wrongUsage } from './usage.ts'

const CLIENT = tenantStatement(
  'cli/read-exported-client',
  `SELECT client.name, client.login, client.wording, client.features,
     (SELECT coalesce(json_agg(json_build_object('language', language.language, 'active', language.active)
        ORDER BY language.language_id), '[]')
      FROM client_languages language WHERE language.client_id = client.client_id) AS languages
   FROM clients client WHERE client.client_id = $1`,
  {
    json: {
      features: Type.Record(Type.String(), Type.Unknown()),
      languages: Type.Array(Type.Object({ language: Type.String(), active: Type.Boolean() })),
    },
  },
)

const CLUBS = tenantStatement(
  'cli/list-exported-clubs',
  `SELECT id, name, ngo_id, time_zone, member_types FROM clubs WHERE client_id = $1 AND deleted_at IS NULL
   ORDER BY name, id`,
)

const SCHEMES = tenantStatement(
  'cli/list-exported-schemes',
  'SELECT slug FROM schemes WHERE client_id = $1 AND deleted_at IS NULL ORDER BY slug',
)

/** The client's own words, by language and key. */
const WORDS = tenantStatement(
  'cli/list-exported-words',
  'SELECT locale, texts FROM client_translations WHERE client_id = $1 ORDER BY locale',
  { json: { texts: Type.Record(Type.String(), Type.Unknown()) } },
)

/** Accounts without passwords, codes and tokens. */
const USERS = tenantStatement(
  'cli/list-exported-users',
  `SELECT users.type, users.firstname, users.lastname, users.email, users.username, users.ngo_id, users.status,
     ARRAY(SELECT clubs.name FROM user_clubs work JOIN clubs ON clubs.client_id = work.client_id
       AND clubs.id = work.club_id WHERE work.client_id = users.client_id AND work.user_id = users.id
       ORDER BY clubs.name) AS clubs
   FROM users WHERE users.client_id = $1 AND users.status <> 'anonymised' AND users.type <> 'api'
   ORDER BY users.type, users.sort_name, users.id`,
)

/** How a client comes back, and what does not. */
const READ_ME = `Everything of a client

Bring it back in this order, into a new client:

schemes/*.json   An author imports each in the scheme portal, under the same name.
clubs.csv        Create each club in the scheme portal, with its name, number and types of member.
clubs/*/         Import the files of each club there; README.txt in each folder says which, and what does not come back.

These are for reading; nothing imports them.

client.json      Name, way of logging in, languages and features. Set them by hand.
words/*.json     The client's own words, by language. Enter them under the client's wording.
users.csv        Accounts without passwords. Invite them anew; coaches before marks.csv of their club is imported.
`

/** The folder of a club; the number keeps clubs of one name apart. */
const folderOf = (club: string, index: number) => `${index + 1}-${slugOf(club, 40)}`.replace(/-$/, '')

const csv = (rows: readonly (readonly (string | null)[])[]) =>
  `\uFEFF${stringify(rows.map((cells) => cells.map((cell) => toCsvCell(cell ?? ''))))}`
const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

/** Writes everything of a client into a folder: its clubs, each as a club's own export, schemes, words and users. */
export async function exportClient(args: string[], ownerUrl: string): Promise<string> {
  const [id, folder, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  if (id === undefined || folder === undefined || rest.length > 0) throw wrongUsage('client')
  const db = openDatabase(ownerUrl, /* connections */ 1)
  try {
    const read = async <T>(work: (tx: Tx) => Promise<T>) => inTenant(db, id, 'read', work)
    const client = await read((tx) => findRow(tx, CLIENT))
    if (!client) throw new Error(`no client "${id}"`)
    await requireEmpty(folder)
    const trees = new Trees()
    const clubs = await read((tx) => queryRows(tx, CLUBS))
    let files = await writeFiles(folder, clientFiles(client, read))
    for (const { slug } of await read((tx) => queryRows(tx, SCHEMES)))
      files += await writeFiles(folder, one(schemeFile({ clientId: id, trees, read }, slug)))
    for (const [index, club] of clubs.entries()) {
      // the log says that the data of all children were taken, as after a club's own export
      await inTenant(db, id, 'write', async (tx) => {
        await audit(tx, { userId: null, action: 'download', entity: 'club', entityId: club.id, after: {} })
        await auditMedicalNotes(tx, null, club.id)
      })
      const today = localDate(Date.now(), club.time_zone)
      const exported = { clientId: id, clubId: club.id, name: club.name, today, timeZone: club.time_zone }
      const name = folderOf(club.name, index)
      files += await writeFiles(join(folder, 'clubs', name), clubFiles({ ...exported, language: 'en', trees, read }))
    }
    return [
      `${files} files of ${id} are in ${folder}: ${clubs.length} clubs, schemes, words and users.`,
      'They hold medical notes and telephone numbers; nobody but you may read them.',
    ].join('\n')
  } finally {
    await db.pool.end()
  }
}

async function* one(file: Promise<NamedFile>): AsyncGenerator<NamedFile> {
  yield await file
}

async function* clientFiles(
  client: object,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): AsyncGenerator<NamedFile> {
  yield { name: 'README.txt', content: [READ_ME] }
  yield { name: 'client.json', content: [json(client)] }
  const clubs = await read((tx) => queryRows(tx, CLUBS))
  yield {
    name: 'clubs.csv',
    content: [
      csv([
        ['folder', 'name', 'ngo_id', 'time_zone', 'member_types'],
        ...clubs.map(({ name, ngo_id, time_zone, member_types }, index) => [
          `clubs/${folderOf(name, index)}`,
          name,
          ngo_id,
          time_zone,
          member_types.join('; '),
        ]),
      ]),
    ],
  }
  const users = await read((tx) => queryRows(tx, USERS))
  yield {
    name: 'users.csv',
    content: [
      csv([
        ['type', 'firstname', 'lastname', 'email', 'username', 'ngo_id', 'status', 'clubs'],
        ...users.map((user) => [
          user.type,
          user.firstname,
          user.lastname,
          user.email,
          user.username,
          user.ngo_id,
          user.status,
          user.clubs.join('; '),
        ]),
      ]),
    ],
  }
  for (const { locale, texts } of await read((tx) => queryRows(tx, WORDS)))
    yield { name: `words/${locale}.json`, content: [json(texts)] }
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
      for await (const text of content) await file.write(text)
    } finally {
      await file.close()
    }
    count++
  }
  return count
}
