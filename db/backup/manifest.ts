import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/value'

/** The parts of a backup, which is a folder. */
export const PARTS = {
  manifest: 'manifest.json',
  database: 'database.dump',
  /** A line for each other part, in the form of `sha256sum`. */
  sums: 'SHA256SUMS',
  files: 'files',
  secret: 'secret.encrypted',
} as const

export const Manifest = Type.Object({
  format: Type.Literal(1),
  madeAt: Type.String(),
  application: Type.String(),
  postgresql: Type.String(),
  pgDump: Type.String(),
  systemIdentifier: Type.String(),
  timeline: Type.Number(),
  /** The migrations of the database, of which the last is the version of its schema. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  /** The number of rows of each table. */
  rows: Type.Record(Type.String(), Type.Number()),
  files: Type.Object({
    count: Type.Number(),
    bytes: Type.Number(),
    /** Ids of files of the database whose bytes were not there. */
    missing: Type.Array(Type.String()),
  }),
  secretFingerprint: Type.String(),
  /** The checksum of the list of checksums. */
  sumsSha256: Type.String(),
  notInIt: Type.Array(Type.String()),
})
export type Manifest = Static<typeof Manifest>

/** Reads the manifest of the backup in `folder`. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, PARTS.manifest), 'utf8').catch((error: unknown) => {
    throw new Error(`${folder} is no backup`, { cause: error })
  })
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch (error) {
    throw new Error(`${folder}: the manifest is damaged`, { cause: error })
  }
  if (!Check(Manifest, manifest)) throw new Error(`${folder}: the manifest is damaged or of another version of Rungs`)
  return manifest
}

/** Checks every part against its checksum, and returns the storage keys of the files. */
export async function checkParts(folder: string, manifest: Manifest): Promise<string[]> {
  const sums = await readFile(join(folder, PARTS.sums))
  if (createHash('sha256').update(sums).digest('hex') !== manifest.sumsSha256)
    throw new Error(`${folder}: ${PARTS.sums} is not the file that was written`)
  const keys: string[] = []
  for (const line of sums
    .toString()
    .split('\n')
    .filter((text) => text !== '')) {
    const [sum = '', path = ''] = line.split('  ')
    if ((await sha256Of(join(folder, path))) !== sum) throw new Error(`${folder}: ${path} is missing or damaged`)
    if (path.startsWith(`${PARTS.files}/`)) keys.push(path.slice(PARTS.files.length + 1))
  }
  return keys
}

/** The checksum of a file; null when it cannot be read. */
export async function sha256Of(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch {
    return null
  }
  return hash.digest('hex')
}
