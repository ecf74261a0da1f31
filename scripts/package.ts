// `npm run package [FOLDER]` puts what a server needs into a folder, dist/package by default: the program, the built
// portals and the packages that it runs with, nothing for building and testing. It needs Node 24 on a machine of this
// platform, and writes nothing into its folder.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { wordFolders } from '#server/tenants/client-words/portal-words.ts'
import { dependencies, foldersOf } from './installed.ts'
import { buildWeb } from './build.mjs'

const FOLDERS = ['cli', 'contract', 'db', 'demo', 'deploy', 'dist/web', 'docs', 'domain', 'server']
/** What the server reads of the portals' sources: logos for mails and paper, and texts for wordings. */
const READ_FOLDERS = ['web/ui/icons', 'web/ui/themes', ...wordFolders().map((folder) => relative('.', folder))]
const FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'THIRD-PARTY-NOTICES']
const isForTests = (path: string) => /\.test\.ts$|\/testing(-global)?(\.ts|\/|$)/.test(path)

function run(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
  return stdout
}

/** What Node and an operator read of package.json. */
function manifest(): object {
  const { name, version, license, type, imports } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    unknown
  >
  const scripts = { start: 'node cli/rungs.ts serve' }
  return { name, version, private: true, license, type, imports, scripts, engines: { node: '>=24' }, dependencies }
}

/** The packages with versions and licences as CycloneDX, without the number and moment that would differ each time. */
function billOfMaterials(): object {
  const bill = JSON.parse(
    run('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only']),
  ) as Record<string, unknown> & { metadata: Record<string, unknown> }
  delete bill['serialNumber']
  delete bill.metadata['timestamp']
  return bill
}

function megabytes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
  return `${Math.round(bytes / 1_000_000)} MB`
}

if (!buildWeb()) process.exit(1)
run(process.execPath, ['scripts/notices.ts'])
const target = resolve(process.argv[2] ?? 'dist/package')
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
// Links stay as they are: by default they would lead to this folder, which the machine that runs the package has not.
const COPY = { recursive: true, verbatimSymlinks: true }
for (const path of [...FOLDERS, ...READ_FOLDERS, ...FILES])
  cpSync(path, join(target, path), { ...COPY, filter: (from) => !isForTests(from) })
for (const folder of foldersOf(Object.keys(dependencies))) cpSync(folder, join(target, folder), COPY)
const writeJson = (file: string, value: object) =>
  writeFileSync(join(target, file), `${JSON.stringify(value, null, 2)}\n`)
writeJson('package.json', manifest())
writeJson('sbom.json', billOfMaterials())
console.log(`${target}: ${megabytes(target)}, of which packages ${megabytes(join(target, 'node_modules'))}`)
