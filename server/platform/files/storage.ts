import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the bytes of files lie, and where they wait while they are looked at. */
export interface FileStore {
  disk: Disk
  /** A local folder for uploads under way. */
  waiting: string
}

/**
 * Opens the storage: a folder of `dataDir`, or a bucket given as `s3://bucket?region=…&endpoint=…`, whose key and
 * secret stand before an `@` or come from where the S3 client looks for them.
 */
export async function openFiles(dataDir: string, url: string | null): Promise<FileStore> {
  // what this process writes from now on is for its own user alone: the storage's driver sets no modes
  process.umask(0o077)
  const waiting = await openWaiting(join(dataDir, 'uploads'))
  if (url !== null) return { disk: await openBucket(new URL(url)), waiting }
  const location = resolve(dataDir, 'files')
  await openPrivate(location)
  return { disk: new Disk(new FSDriver({ location, visibility: 'private' })), waiting }
}

/** A folder of this process; those that ended ones left are removed a day later. */
async function openWaiting(uploads: string): Promise<string> {
  await openPrivate(uploads)
  for (const name of await readdir(uploads)) {
    const { mtimeMs } = await stat(join(uploads, name))
    if (mtimeMs < Date.now() - 86_400_000) await rm(join(uploads, name), { recursive: true, force: true })
  }
  return mkdtemp(join(uploads, 'at-'))
}

/** Makes a folder that only this user may enter; one that others could enter is closed to them with all that is in it. */
async function openPrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (((await stat(folder)).mode & 0o077) === 0) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      await close(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  // last, because it tells the next start that the rest is done
  await close(folder, 0o700)
}

async function close(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    // ENOENT: another process has removed it. EPERM: a volume that belongs to somebody else, who decides
    if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw error
  })
}

async function openBucket({ hostname, username, password, searchParams }: URL): Promise<Disk> {
  // heavy, and of those who have a bucket only
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = searchParams.get('endpoint')
  return new Disk(
    new S3Driver({
      bucket: hostname,
      region: searchParams.get('region') ?? 'us-east-1',
      visibility: 'private',
      supportsACL: false,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(username === ''
        ? {}
        : {
            credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
          }),
    }),
  )
}

/**
 * The key of a file's bytes, of a smaller copy, or of the PNG that stands for it. The id is random, so a key cannot be
 * guessed.
 */
export function storageKey(clientId: string, fileId: string, copy?: number | 'png'): string {
  return `${clientId}/${fileId}/${typeof copy === 'number' ? `w${copy}` : (copy ?? 'original')}`
}

export async function removeBytes({ disk }: FileStore, clientId: string, fileId: string): Promise<void> {
  await disk.deleteAll(`${clientId}/${fileId}/`)
}

/** The bytes `from` … `to`, both within, of what is stored. */
export async function readBytes({ disk }: FileStore, key: string, from: number, to: number): Promise<Readable> {
  const stream = await disk.getStream(key)
  return Readable.from(part(stream))

  async function* part(source: AsyncIterable<Buffer>) {
    let at = 0
    for await (const chunk of source) {
      const wanted = chunk.subarray(Math.max(0, from - at), to + 1 - at)
      at += chunk.length
      if (wanted.length > 0) yield wanted
      if (at > to) return
    }
  }
}
