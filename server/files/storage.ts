import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
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
  const waiting = await openWaiting(join(dataDir, 'uploads'))
  if (url !== null) return { disk: await openBucket(new URL(url)), waiting }
  const location = resolve(dataDir, 'files')
  await mkdir(location, { recursive: true })
  return { disk: new Disk(new FSDriver({ location, visibility: 'private' })), waiting }
}

/** A folder of this process; those that ended ones left are removed a day later. */
async function openWaiting(uploads: string): Promise<string> {
  await mkdir(uploads, { recursive: true })
  for (const name of await readdir(uploads)) {
    const { mtimeMs } = await stat(join(uploads, name))
    if (mtimeMs < Date.now() - 86_400_000) await rm(join(uploads, name), { recursive: true, force: true })
  }
  return mkdtemp(join(uploads, 'at-'))
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

/** The key of a file's bytes, or of a smaller copy. The id is random, so a key cannot be guessed. */
export function storageKey(clientId: string, fileId: string, width?: number): string {
  return `${clientId}/${fileId}/${width === undefined ? 'original' : `w${width}`}`
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
