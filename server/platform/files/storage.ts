import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { isOverload } from '#server/platform/http/errors.ts'

/** The storage of file contents, and the folder in which uploads lie until they are checked. */
export interface FileStore {
  disk: Disk
  /** A local folder for uploads that are being received and checked. */
  uploadFolder: string
}

/** Opens the storage when it is needed. */
export type OpenStore = () => Promise<FileStore>

/**
 * Opens the storage: a folder in `dataDir`, or a bucket given as `s3://bucket?region=…&endpoint=…`. Its access key and
 * secret stand in the URL before an `@`, or come from the default places of the S3 client.
 */
export async function openFiles(dataDir: string, url: string | null): Promise<FileStore> {
  // New files and folders of this process get private modes, because the storage driver sets none.
  process.umask(0o077)
  const uploadFolder = await createUploadFolder(join(dataDir, 'uploads'))
  if (url !== null) return { disk: await openBucket(new URL(url)), uploadFolder }
  const location = resolve(dataDir, 'files')
  await ensurePrivateFolder(location)
  return { disk: new Disk(new FSDriver({ location, visibility: 'private' })), uploadFolder }
}

/** Makes a folder for this process, and removes folders of former processes that are older than a day. */
async function createUploadFolder(uploads: string): Promise<string> {
  await ensurePrivateFolder(uploads)
  for (const name of await readdir(uploads)) {
    const { mtimeMs } = await stat(join(uploads, name))
    if (mtimeMs < Date.now() - 86_400_000) await rm(join(uploads, name), { recursive: true, force: true })
  }
  return mkdtemp(join(uploads, 'at-'))
}

/**
 * Makes a folder that only this user may enter. An existing folder that others may enter is made private with its
 * content.
 */
async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (((await stat(folder)).mode & 0o077) === 0) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      await makePrivate(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  // The folder's own mode is set last. It marks for the next start that everything inside is done.
  await makePrivate(folder, 0o700)
}

async function makePrivate(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    // ENOENT: another process has removed it. EPERM: it lies on a volume of another user, whose modes stay.
    if (error.code !== 'ENOENT' && error.code !== 'EPERM') throw error
  })
}

async function openBucket({ hostname, username, password, searchParams }: URL): Promise<Disk> {
  // The S3 client is large, so it is loaded only by installations with a bucket.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = searchParams.get('endpoint')
  return new Disk(
    new S3Driver({
      bucket: hostname,
      // the S3 client requires a region, although some servers have none
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
 * The storage key of a file's bytes, of a smaller copy by width, or of the PNG that is drawn from it. The id is random,
 * so a key cannot be guessed.
 */
export function storageKey(clientId: string, fileId: string, copy?: number | 'png'): string {
  return `${clientId}/${fileId}/${typeof copy === 'number' ? `w${copy}` : (copy ?? 'original')}`
}

/** The id of the file (`client/file`) to which a storage key belongs. */
export const fileIdOf = (key: string): string => key.split('/').slice(0, 2).join('/')

/** The storage keys of what is stored of the files with these ids (`client/file`): their bytes and copies. */
export async function* storedKeys(store: FileStore, fileIds: ReadonlySet<string>): AsyncGenerator<string> {
  const left = new Set(fileIds)
  for await (const key of keysBelow(store, '/')) {
    if (!fileIds.has(fileIdOf(key))) continue
    left.delete(fileIdOf(key))
    yield key
  }
  // when any folder is removed while all are listed, the storage driver says that there is nothing at all
  for (const id of left) yield* keysBelow(store, `${id}/`)
}

async function* keysBelow({ disk }: FileStore, prefix: string): AsyncGenerator<string> {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(prefix, { recursive: true, ...(paginationToken && { paginationToken }) })
    for (const object of page.objects) if (object.isFile) yield object.key
    paginationToken = page.paginationToken
  } while (paginationToken !== undefined)
}

/** Removes a file's bytes with all copies. */
export async function removeBytes({ disk }: FileStore, clientId: string, fileId: string): Promise<void> {
  await disk.deleteAll(`${clientId}/${fileId}/`)
}

/**
 * Removes the bytes of a file whose row was not written because of `error`. When the database did not answer, the row may
 * have been written, so a later sweep removes the bytes if it has not.
 */
export async function removeUnwritten(
  store: FileStore,
  clientId: string,
  fileId: string,
  error: unknown,
): Promise<void> {
  if (!isOverload(error)) await removeBytes(store, clientId, fileId).catch(() => undefined)
}

/** The stored bytes from `first` to `last`, both inclusive; the first byte of a file is number 0. */
export async function readBytes({ disk }: FileStore, key: string, first: number, last: number): Promise<Readable> {
  const stream = await disk.getStream(key)
  return Readable.from(rangeOf(stream))

  async function* rangeOf(source: AsyncIterable<Buffer>) {
    let position = 0
    for await (const chunk of source) {
      const part = chunk.subarray(Math.max(0, first - position), last + 1 - position)
      position += chunk.length
      if (part.length > 0) yield part
      if (position > last) return
    }
  }
}
