import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Type } from 'typebox'
import { Check, Errors } from 'typebox/value'
import type { ClubReturn } from '#contract/flows/club-return.ts'
import { Slug } from '#contract/platform/fields.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { createEmptyScheme, finishScheme, insertNodes } from '#server/curriculum/schemes/commands.ts'
import { recordSchemeFiles } from '#server/curriculum/schemes/used-files.ts'
import { readNewScheme } from '#server/curriculum/transfer/read-file.ts'
import { setSchemeState } from '#server/curriculum/schemes/set-state.ts'
import { readClubFiles, readRows, type ArchiveRow } from '#server/flows/club-return/archive.ts'
import { Accounts, namedAccount, ReturnedPeople } from '#server/flows/club-return/people.ts'
import { ReturnReport } from '#server/flows/club-return/report.ts'
import { takePlans, takeShares } from '#server/flows/club-return/plans.ts'
import { beginReturn, coachesByName, finishReturn, type ReturningClub } from '#server/flows/club-return/return-club.ts'
import { SharedChildren } from '#server/flows/club-return/shared-children.ts'
import { audit } from '#server/platform/audit.ts'
import { removeUnwritten, type FileStore, type OpenStore } from '#server/platform/files/storage.ts'
import { setUses } from '#server/platform/files/uses.ts'
import { enqueueSweep } from '#server/platform/jobs/sweep-files.ts'
import { execute, findRow, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, openDatabase, type Tx } from '#server/platform/tenancy.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { changeOwnWords, checkOwnWords } from '#server/tenants/client-words/own-words.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { requireClient } from '../clients.ts'
import { takeFiles, type TakenFiles } from './exported-files.ts'
import { takeDocuments, takeNotifications } from './exported-notices.ts'
import { ExportedClient } from './exported-client.ts'
import { wrongUsage } from '../usage.ts'

const isSlug = (text: string): boolean => Check(Slug, text)

const EMPTY = tenantStatement('cli/find-club-of-client', 'SELECT FROM clubs WHERE client_id = $1 LIMIT 1')

/** Takes everything of a client's export back into a client that has no club yet; all or nothing. */
export async function importClient(args: string[], ownerUrl: string, openStore: OpenStore): Promise<string> {
  const [id, folder, ...rest] = parseArgs({ args, allowPositionals: true }).positionals
  if (id === undefined || folder === undefined || rest.length > 0) throw wrongUsage('client')
  const text = await readFile(join(folder, 'client.json'), 'utf8').catch((error: unknown) => {
    throw new Error(`${folder} is no whole export of a client`, { cause: error })
  })
  const client = JSON.parse(text) as unknown
  if (!Check(ExportedClient, client)) {
    const [first] = Errors(ExportedClient, client)
    throw new Error(`client.json: ${first?.instancePath ?? ''} ${first?.message ?? ''}`)
  }
  const db = openDatabase(ownerUrl, /* connections */ 1)
  const store = await openStore()
  const stored: string[] = []
  try {
    // bytes that a failure leaves without a row are removed later
    await inTenant(db, id, 'write', async (tx) => {
      await requireClient(tx)
      await enqueueSweep(tx, id, Date.now())
    })
    return await inTenant(db, id, 'write', (tx) => takeClient(tx, { folder, client, store, stored }))
  } catch (error) {
    for (const file of stored) await removeUnwritten(store, id, file, error)
    throw error
  } finally {
    await db.pool.end()
  }
}

interface Import {
  folder: string
  client: Type.Static<typeof ExportedClient>
  store: FileStore
  /** The ids of files whose bytes were stored, to remove them when it fails. */
  stored: string[]
}

async function takeClient(tx: Tx, { folder, client, store, stored }: Import): Promise<string> {
  const id = tx.clientId
  if ((await execute(tx, EMPTY)) > 0) throw new Error(`${id} has clubs already; import into a new client`)
  const report = new ReturnReport()
  await setClient(tx, client)
  await takeWords(tx, folder)
  const users = await takeUsers(tx, folder, report)
  const userId = await findActor(tx)
  const accounts = await Accounts.of(tx)
  const rows = await rowsOf(folder, 'files.csv')
  const files = await takeFiles(tx, store, folder, { accounts, rows, report, stored })
  await setLogo(tx, SET_CLIENT_LOGO, { kind: 'client', key: id }, client.logo, files)
  // after the files that they show
  const schemes = await takeSchemes(tx, folder, client)
  await takeLessonPlans(tx, folder, report)
  const { taken: clubs, ids } = await takeClubs(tx, folder, { userId, files })
  const named = { accounts: await Accounts.of(tx), files, clubs: ids, userId }
  const [documents, versions, reads] = (await Promise.all(
    ['documents', 'document-versions', 'document-reads'].map((name) => rowsOf(folder, `${name}.csv`)),
  )) as [ArchiveRow[], ArchiveRow[], ArchiveRow[]]
  await takeDocuments(tx, named, { documents, versions, reads }, report)
  await takeNotifications(tx, ids, await rowsOf(folder, 'notifications.csv'), report)
  await audit(tx, { userId: null, action: 'return', entity: 'client', entityId: id, after: { clubs: clubs.length } })
  return summary(id, { schemes, users, clubs: [{ folder: '', ...report.result }, ...clubs] })
}

/** What was taken, and each row that was not. */
function summary(
  id: string,
  {
    schemes,
    users,
    clubs,
  }: { schemes: number; users: number; clubs: (Omit<ClubReturn, 'done'> & { folder: string })[] },
): string {
  const left = clubs.flatMap((club) => [
    ...club.left.map(({ file, line, why, text }) =>
      [`${club.folder === '' ? '' : `${club.folder}/`}${file}`, ...(line === null ? [] : [line]), why, text].join(' '),
    ),
    ...(club.left_count > club.left.length ? [`${club.folder}: and ${club.left_count - club.left.length} more`] : []),
  ])
  return [
    `${id} has ${clubs.length - 1} clubs, ${schemes} schemes and ${users} accounts more. Nobody got a mail; invite whom you like.`,
    ...(left.length === 0 ? [] : ['Not taken (file, line, why):', ...left]),
  ].join('\n')
}

const SET_CLIENT = tenantStatement(
  'cli/set-imported-client',
  `UPDATE clients SET wording = $2, features = features || $3, second_factor = $4, retention = $5, theme_name = $6,
     own_theme = $7
   WHERE client_id = $1`,
)

/** The name and the way of logging in stay those of the new client. */
const SET_LANGUAGES = tenantStatement(
  'cli/set-imported-languages',
  `UPDATE client_languages SET active = said.active FROM unnest($2::text[], $3::boolean[]) said (language, active)
   WHERE client_languages.client_id = $1 AND client_languages.language = said.language`,
)

const ADD_TAGS = tenantStatement(
  'cli/add-imported-tags',
  `INSERT INTO tags (client_id, id, name) SELECT $1, gen_random_uuid(), name FROM unnest($2::text[]) name
   ON CONFLICT DO NOTHING RETURNING client_id`,
)

const ADD_LABEL_SET = tenantStatement(
  'cli/add-imported-label-set',
  `INSERT INTO label_sets (client_id, id, name, labels) VALUES ($1, gen_random_uuid(), $2, $3) ON CONFLICT DO NOTHING`,
)

const SET_CLIENT_LOGO = tenantStatement(
  'cli/set-logo-of-imported-client',
  'UPDATE clients SET logo_file_id = $3 WHERE client_id = $1 AND client_id = $2',
)

const SET_CLUB_LOGO = tenantStatement(
  'cli/set-logo-of-imported-club',
  'UPDATE clubs SET logo_file_id = $3 WHERE client_id = $1 AND id = $2',
)

/** Sets the logo of the client or a club, when its file was taken back. */
async function setLogo(
  tx: Tx,
  statement: typeof SET_CLIENT_LOGO | typeof SET_CLUB_LOGO,
  user: { kind: 'client' | 'club'; key: string },
  file: string | null,
  files: TakenFiles,
): Promise<void> {
  if (file === null || files.get(file) !== `${user.kind}-logo`) return
  await setUses(tx, user, { purpose: `${user.kind}-logo`, ids: [file], field: 'logo' })
  await execute(tx, statement, [user.key, file])
}

async function setClient(tx: Tx, client: Type.Static<typeof ExportedClient>): Promise<void> {
  const { wording, features, second_factor, retention, theme_name, own_theme, languages } = client
  await execute(tx, SET_CLIENT, [wording, features, second_factor, retention, theme_name, own_theme])
  await execute(tx, SET_LANGUAGES, [languages.map(({ language }) => language), languages.map(({ active }) => active)])
  await execute(tx, ADD_TAGS, [client.tags])
  for (const { name, labels } of client.label_sets) await execute(tx, ADD_LABEL_SET, [name, labels])
}

/** The files of a folder with this ending; none where there is no such folder. */
async function filesOf(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith(ending)).toSorted()
}

async function rowsOf(folder: string, name: string): Promise<ArchiveRow[]> {
  return readRows(await readFile(join(folder, name)))
}

async function takeWords(tx: Tx, folder: string): Promise<void> {
  for (const name of await filesOf(join(folder, 'words'), '.json')) {
    const texts = JSON.parse(await readFile(join(folder, 'words', name), 'utf8')) as Record<string, string>
    checkOwnWords(texts)
    await changeOwnWords(tx, { userId: null }, name.slice(0, -'.json'.length), texts)
  }
}

/** What a scheme has stays, also where the client's authors may not add it any more. */
const ALL_CONTENT = { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_NODE_TAGS: true, ENABLE_RICH_MEDIA: true }

async function takeSchemes(tx: Tx, folder: string, { schemes }: Type.Static<typeof ExportedClient>) {
  for (const { slug, state } of schemes) {
    if (!isSlug(slug)) throw new Error(`client.json: "${slug}" is no name of a scheme`)
    const text = await readFile(join(folder, 'schemes', `${slug}.json`), 'utf8')
    const author = { features: ALL_CONTENT, language: 'en' }
    const { file, problems } = await readNewScheme({ format: 'json', text }, author)
    const [problem] = problems
    if (problem) throw new Error(`schemes/${slug}.json: ${JSON.stringify(problem)}`)
    const id = crypto.randomUUID()
    await createEmptyScheme(tx, {
      id,
      slug,
      name: { ...file.name },
      languages: file.languages,
      videos: file.videos,
      // `never`, because the file's labels are readonly for the compiler
      grades: file.grades.map(({ grade, pass, labels }) => ({ grade, pass, labels: labels as never })),
      sections: file.sections.map((section, index) => ({ ...section, ordering: index + 1 })),
    })
    await insertNodes(tx, id, file.nodes)
    await recordSchemeFiles(tx, id, file)
    await finishScheme(tx, tx.clientId, null, id)
    for (const to of ({ draft: [], released: ['released'], retired: ['released', 'retired'] } as const)[state])
      await setSchemeState(tx, { userId: null, nowMs: Date.now() }, slug, {
        from: to === 'retired' ? 'released' : 'draft',
        to,
      })
  }
  return schemes.length
}

const SET_USER = tenantStatement(
  'cli/set-imported-user',
  `UPDATE users SET postcode = $3, award_mail = $4, unsubscribe_operational = $5,
     language_id = (SELECT language_id FROM client_languages language
       WHERE language.client_id = users.client_id AND language.language = $6)
   WHERE client_id = $1 AND id = $2`,
)

/** Takes the accounts of all types; who works at which club stands in the files of the clubs. */
async function takeUsers(tx: Tx, folder: string, report: ReturnReport): Promise<number> {
  const people = await ReturnedPeople.of(tx, null, report)
  let count = 0
  for (const row of await rowsOf(folder, 'users.csv')) {
    const { cells } = row
    const name = { firstname: cells['firstname'] ?? '', lastname: cells['lastname'] ?? '' }
    const taken = await people.take('users.csv', row, namedAccount(cells), name)
    if (!taken?.isNew) continue
    count++
    await execute(tx, SET_USER, [
      taken.account.id,
      cells['postcode'] || null,
      cells['award_mail'] === 'yes',
      cells['unsubscribed'] === 'yes',
      cells['language'] ?? '',
    ])
  }
  return count
}

/** What is brought has an author: the first author of the client's schemes, else an administrator. */
const ACTOR = tenantStatement(
  'cli/find-actor-of-import',
  `SELECT id FROM users WHERE client_id = $1 AND type IN ('ngo', 'admin') AND status = 'current'
   ORDER BY type DESC, made_at, sort_name, id LIMIT 1`,
)

async function findActor(tx: Tx): Promise<string> {
  const actor = await findRow(tx, ACTOR)
  if (!actor) throw new Error('users.csv names no author and no administrator, in whose name the rest could be entered')
  return actor.id
}

/** Takes all lesson plans with their readers; on which groups they are stands in the files of the clubs. */
async function takeLessonPlans(tx: Tx, folder: string, report: ReturnReport): Promise<void> {
  const [accounts, taker] = [await Accounts.of(tx), { nowMs: Date.now() }]
  const { plans } = await takePlans(tx, taker, accounts, await rowsOf(folder, 'lesson-plans.csv'), report)
  await takeShares(tx, taker, { accounts, plans }, await rowsOf(folder, 'lesson-plan-shares.csv'), report)
}

const SET_CLUB = tenantStatement(
  'cli/set-imported-club',
  `UPDATE clubs SET parent_portal = $3, org_portal = $4, term_date = $5, features = $6,
     language_ids = CASE WHEN $7::text[] IS NULL THEN NULL ELSE
       ARRAY(SELECT language_id FROM client_languages language
         WHERE language.client_id = $1 AND language.language = ANY($7) ORDER BY language_id) END
   WHERE client_id = $1 AND id = $2`,
)

const PROVIDER = tenantStatement(
  'cli/read-provider-of-client',
  'SELECT auth_provider AS provider FROM clients WHERE client_id = $1',
)

/** Makes the clubs with their people first, so that a child of several finds all its clubs, groups and coaches. */
async function takeClubs(tx: Tx, folder: string, { userId, files: uploads }: { userId: string; files: TakenFiles }) {
  const curricula = new Curricula()
  const { provider } = await getRow(tx, PROVIDER)
  const shared = new SharedChildren(await rowsOf(folder, 'shared-children.csv'))
  const returning: (ReturningClub & { folder: string })[] = []
  for (const { cells: row } of await rowsOf(folder, 'clubs.csv')) {
    const { clubFolder, context } = await makeClub(tx, row, { userId, provider })
    await setLogo(tx, SET_CLUB_LOGO, { kind: 'club', key: context.clubId }, row['logo'] || null, uploads)
    const names = await filesOf(join(folder, clubFolder), '.csv')
    const files = await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, clubFolder, name))] as const),
    )
    const archive = await readClubFiles(new Map(files))
    const club = await beginReturn(tx, context, curricula, archive, (members) =>
      shared.join(tx, context, clubFolder, members),
    )
    shared.note(clubFolder, club.children)
    returning.push({ folder: clubFolder, ...club })
  }
  for (const { context, archive, children, groups } of returning)
    shared.noteMarks(context.clubId, archive, { children, groups, coaches: await coachesByName(tx, context) })
  const taken: (Omit<ClubReturn, 'done'> & { folder: string })[] = []
  for (const club of returning) {
    const places = shared.placesOf(club.archive.imported, club.children)
    const { result, changed } = await finishReturn(tx, curricula, club, places)
    await recordChanges(tx, changed)
    taken.push({ folder: club.folder, ...result })
  }
  return { taken, ids: new Map(returning.map(({ folder: name, context }) => [name, context.clubId])) }
}

async function makeClub(
  tx: Tx,
  row: ArchiveRow['cells'],
  { userId, provider }: Pick<ClubContext, 'userId' | 'provider'>,
): Promise<{ clubFolder: string; context: ClubContext }> {
  const clubId = crypto.randomUUID()
  const timeZone = row['time_zone'] ?? ''
  await createClub(tx, null, {
    id: clubId,
    name: row['name'] ?? '',
    ngoId: row['ngo_id'] || null,
    timeZone,
    memberTypes: JSON.parse(row['member_types'] ?? '[]') as string[],
  })
  await execute(tx, SET_CLUB, [
    clubId,
    row['parent_portal'] !== 'no',
    row['org_portal'] !== 'no',
    row['term_date'] || null,
    JSON.parse(row['features'] ?? '{}'),
    row['languages'] ? row['languages'].split(' ') : null,
  ])
  const clubFolder = row['folder'] ?? ''
  if (!/^clubs\/[a-z0-9-]+$/.test(clubFolder)) throw new Error(`clubs.csv: "${clubFolder}" is no folder of a club`)
  const nowMs = Date.now()
  const context = {
    clientId: tx.clientId,
    clubId,
    userId,
    timeZone,
    nowMs,
    today: localDate(nowMs, timeZone),
    provider,
    ownsRecords: provider !== 'coursepro',
  }
  return { clubFolder, context }
}
