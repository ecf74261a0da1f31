// `npm run notices` writes THIRD-PARTY-NOTICES, with the licence and its text of every installed package that the
// product needs at run time or ships. It fails when a package names no licence.
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencies, foldersOf } from './installed.ts'

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
  homepage?: string
}

/** The licences of packages whose package.json names none; a person has read them in the package's licence file. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
/** The names of files with the text of a licence. */
const LICENCE_FILE = /^(licen[sc]e|notice|copying|ofl)/i
const OUTPUT_FILE = 'THIRD-PARTY-NOTICES'

/** The names of the packages that the portals import, which are built into their files. */
function importedByPortals(): string[] {
  const sources = globSync('web/**/*.{ts,tsx,css}').filter((path) => !/\.test[.-]|\/testing\//.test(path))
  return sources.flatMap((source) => {
    const found = readFileSync(source, 'utf8').matchAll(/(?:from|import) '((?:@[^/']+\/)?[^./#'][^/']*)/g)
    return [...found].flatMap(([, name]) => name ?? [])
  })
}

function noticeOf(folder: string, licence: string, { name, version, author, homepage }: Manifest): string {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && LICENCE_FILE.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
  const authorName = typeof author === 'object' ? author.name : author
  return [
    `${name} ${version}`,
    `Licence: ${licence}`,
    ...(authorName === undefined ? [] : [`Author: ${authorName}`]),
    ...(homepage === undefined ? [] : [`Address: ${homepage}`]),
    '',
    ...(texts.length > 0 ? texts : ['The package brings no text of its licence.']),
  ].join('\n')
}

const notices: string[] = []
const withoutLicence: string[] = []
for (const folder of foldersOf([...Object.keys(dependencies), ...importedByPortals()])) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const licence = manifest.license ?? READ_BY_HAND[manifest.name]
  if (licence === undefined) withoutLicence.push(folder)
  else notices.push(noticeOf(folder, licence, manifest))
}
writeFileSync(OUTPUT_FILE, `${notices.join(`\n\n${'='.repeat(80)}\n\n`)}\n`)
for (const folder of withoutLicence) console.error(`${folder} names no licence`)
console.log(`${OUTPUT_FILE}: ${notices.length} packages`)
process.exit(withoutLicence.length === 0 ? 0 : 1)
