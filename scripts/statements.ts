// `npm run statements` writes the types of all named statements from a migrated database, one file for each subject.
// With `--check` it writes nothing, and fails when a file is not what it would write. Both refuse a statement that does
// not restrict each tenant table to the client, or that has a form that a distributed engine refuses.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { declaredStatements, fullName, type Statement } from '../server/platform/sql/statement.ts'
import { analyse, type Analysis } from './statements/analyse.ts'
import { readCatalogue, type Catalogue } from './statements/catalogue.ts'
import { describe, type Description } from './statements/describe.ts'
import { refusedForms } from './statements/distribution.ts'
import { checkFence, sourceFiles } from './statements/fence.ts'
import { leftUndone } from './statements/member-writes.ts'
import { printTypes, typeOf, type StatementType } from './statements/print-types.ts'

const TYPES_FILE = 'statement-types.ts'
const problems: string[] = []
/** What is wrong with statements. */
const refused: string[] = []

/** Runs `work` on a new database with all migrations. */
async function withDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rungs-statements-'))
  const bin = process.env['TEST_POSTGRES_BIN']
  const server = await startEmbedded({ dataDir, ...(bin ? { bin } : {}) })
  try {
    await migrate(server.url)
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Loads the modules that declare statements. */
async function loadModules(paths: readonly string[]): Promise<void> {
  const declare = /\b(?:tenantStatements?|statement)\(/
  for (const path of paths) {
    const source = readFileSync(path, 'utf8')
    if (source.includes('sql/statement.ts') && declare.test(source)) await import(resolve(path))
  }
}

/** The types of a statement, after all checks; throws what is wrong with it. */
async function typesOf(statement: Statement, client: pg.Client, catalogue: Catalogue): Promise<StatementType> {
  const description = await describe(client, statement.text)
  const analysis = await analyse(statement.text, catalogue)
  checkTenant(statement, analysis, description)
  checkColumns(statement, description, catalogue)
  const [form] = await refusedForms(statement.text, catalogue)
  if (form) throw new Error(`it has ${form}, which no distributed engine takes (decision 140)`)
  const undone = await leftUndone(statement)
  if (undone !== null) throw new Error(undone)
  if (analysis.countsInDays) throw new Error('an interval of days follows the clocks of a time zone: exactDays')
  if (analysis.columns.length !== description.columns.length) throw new Error('its columns cannot be told apart')
  return typeOf(description, analysis, statement.ofTenant, catalogue)
}

function checkTenant(
  { ofTenant, readsShared }: Statement,
  { tenantTables, untied, untiedShared }: Analysis,
  { params }: Description,
): void {
  if (!ofTenant && tenantTables.length > 0)
    throw new Error(`it names ${tenantTables.join(', ')}: declare it with tenantStatement`)
  const unrestricted = [...untied, ...(readsShared ? [] : untiedShared)]
  if (ofTenant && unrestricted.length > 0)
    throw new Error(`${unrestricted.join(', ')} is not restricted to the client: client_id = $1`)
  if (readsShared && untiedShared.length === 0) throw new Error('it reads no rows of other clients: no readsShared')
  if (ofTenant && params.length === 0) throw new Error('it has no $1: declare it with statement')
}

function checkColumns({ json }: Statement, { columns }: Description, { types }: Catalogue): void {
  for (const [index, { name, type }] of columns.entries()) {
    if (name === '?column?') throw new Error(`column ${index + 1} has no name`)
    if (columns.findIndex((other) => other.name === name) !== index) throw new Error(`two columns are named ${name}`)
    const isJson = /^jsonb?$/.test(types.get(type)?.name ?? '')
    if (isJson && !(name in json)) throw new Error(`${name} is JSON without a schema: { json: { ${name}: … } }`)
    if (!isJson && name in json) throw new Error(`${name} has a schema, but is no JSON`)
  }
  for (const name of Object.keys(json))
    if (!columns.some((column) => column.name === name)) throw new Error(`there is no column ${name} for its schema`)
}

/** The types alone, to compare variants, which may write the same parameter into different columns. */
function withoutLabels({ params, row }: StatementType): string {
  return JSON.stringify([params.map((param) => param.replace(/^\w+: /, '')), row])
}

/** The types of all statements, by subject and name. */
async function typesBySubject(
  catalogue: Catalogue,
  client: pg.Client,
): Promise<Map<string, Map<string, StatementType>>> {
  const subjects = new Map<string, Map<string, StatementType>>()
  for (const statement of declaredStatements()) {
    const [, subject] = /^([a-z]+)\/[a-z0-9-]+$/.exec(statement.name) ?? []
    try {
      if (subject === undefined) throw new Error('its name is not of the form subject/verb-noun')
      const types = subjects.get(subject) ?? new Map<string, StatementType>()
      const type = await typesOf(statement, client, catalogue)
      const other = types.get(statement.name)
      if (other && withoutLabels(other) !== withoutLabels(type)) throw new Error('its variants differ in their types')
      subjects.set(subject, types.set(statement.name, type))
    } catch (error) {
      refused.push(`${fullName(statement)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return subjects
}

/** Writes the files of types, or with `--check` compares them. */
function writeFiles(files: ReadonlyMap<string, string>, paths: readonly string[]): void {
  const check = process.argv.includes('--check')
  const stale = (path: string) => problems.push(`${path} is not what the statements say: npm run statements`)
  for (const [path, text] of files) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    if (check) stale(path)
    else writeFileSync(path, text)
  }
  for (const path of paths.filter((each) => each.endsWith(`/${TYPES_FILE}`) && !files.has(each)))
    if (check) stale(path)
    else rmSync(path)
}

const paths = sourceFiles()
problems.push(...checkFence(paths))
await loadModules(paths)
if (declaredStatements().length === 0) problems.push('no statement was found')
await withDatabase(async (client) => {
  const catalogue = await readCatalogue(client)
  const subjects = await typesBySubject(catalogue, client)
  const files = [...subjects].map(([subject, types]): [string, string] => {
    const folder = existsSync(`server/${subject}`) ? `server/${subject}` : subject
    return [join(folder, TYPES_FILE), printTypes(types)]
  })
  // a statement that is refused has no types, and its file would lose them
  if (refused.length === 0) writeFiles(new Map(files), paths)
})
problems.push(...refused)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
