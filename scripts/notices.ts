// `npm run notices`: writes THIRD-PARTY-NOTICES, with the licence and its text of every installed package that the product
// runs with or ships. A package that names no licence fails it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
  homepage?: string
}

/** Licences that stand in a package's licence file, read by a person, and not in its package.json. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
const TEXT = /^(licen[sc]e|notice|copying|ofl)/i
const OUT = 'THIRD-PARTY-NOTICES'

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean }>
}

function notice(folder: string, licence: string, { name, version, author, homepage }: Manifest): string {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && TEXT.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
  const by = typeof author === 'object' ? author.name : author
  return [
    `${name} ${version}`,
    `Licence: ${licence}`,
    ...(by === undefined ? [] : [`Author: ${by}`]),
    ...(homepage === undefined ? [] : [`Address: ${homepage}`]),
    '',
    ...(texts.length > 0 ? texts : ['The package brings no text of its licence.']),
  ].join('\n')
}

const notices: string[] = []
const without: string[] = []
for (const [folder, { dev }] of Object.entries(packages)) {
  if (dev === true) continue
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const licence = manifest.license ?? READ[manifest.name]
  if (licence === undefined) without.push(folder)
  else notices.push(notice(folder, licence, manifest))
}
writeFileSync(OUT, `${notices.join(`\n\n${'='.repeat(80)}\n\n`)}\n`)
for (const folder of without) console.error(`${folder} names no licence`)
console.log(`${OUT}: ${notices.length} packages`)
process.exit(without.length === 0 ? 0 : 1)
