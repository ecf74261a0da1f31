import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cutText } from '#domain/platform/cut-text.ts'
import { extensionOf, extensionsFor, fileTypes, isDeclaredAs, maxBytes } from '#domain/platform/file-type.ts'
import type { Extension, Purpose } from '#domain/platform/file-type.ts'
import { overloaded, Refusal } from '#server/platform/http/errors.ts'
import type { FileStore } from './storage.ts'

/** A file that was received completely and lies in a local folder until it is checked and stored. */
export interface Received {
  path: string
  filename: string
  extension: Extension
  bytes: number
  sha256: string
}

/** When to try again after the disk took no file. */
export const RETRY_SECONDS = 60
const MAX_NAME_LENGTH = 200
/** Bytes of the multipart form around the file, at most. */
const MAX_FORM_BYTES = 4096

const refusal = (code: 'FILE_TYPE' | 'FILE_EMPTY' | 'FILE_TOO_LARGE' | 'FILE_DAMAGED', cause?: unknown) =>
  new Refusal(code, { field: 'file', cause })

/** The file name without folders and control characters, shortened to at most 200 characters with its extension. */
export function tidyName(name: string): string {
  // In a form, browsers escape only quotes and line ends in this way, and leave every other % of a name as it is.
  const unescaped = name.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '')
  const baseName = unescaped.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = baseName.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  const dot = clean.lastIndexOf('.')
  return clean.length <= MAX_NAME_LENGTH || dot === -1
    ? clean
    : cutText(clean, MAX_NAME_LENGTH - (clean.length - dot)) + clean.slice(dot)
}

/** Receives the one file of a multipart form, passes it to `work`, and removes the local copy afterwards. */
export async function receive<T>(
  store: FileStore,
  request: FastifyRequest,
  purpose: Purpose,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal('UNSUPPORTED_MEDIA_TYPE', { detail: 'multipart/form-data' })
  const maxFileBytes = Math.max(...extensionsFor(purpose).map((extension) => maxBytes[fileTypes[extension].kind]))
  // An upload that declares too large a size is not read at all.
  if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + MAX_FORM_BYTES) throw refusal('FILE_TOO_LARGE')
  const path = join(store.uploadFolder, crypto.randomUUID())
  try {
    return await work(await receivePart(request, purpose, maxFileBytes, path))
  } finally {
    await rm(path, { force: true })
  }
}

async function receivePart(
  request: FastifyRequest,
  purpose: Purpose,
  maxFileBytes: number,
  path: string,
): Promise<Received> {
  // One byte more than allowed is received, so that `hashAndCount` can tell a file that is too large.
  const part = await request
    .file({ limits: { fileSize: maxFileBytes + 1, files: 1, fields: 0, parts: 1 }, throwFileSizeLimit: false })
    .catch((error: unknown) => {
      throw refusal('FILE_DAMAGED', error)
    })
  if (part?.fieldname !== 'file') throw new Refusal('INVALID_REQUEST', { field: 'file' })
  const filename = tidyName(part.filename)
  const extension = extensionOf(purpose, filename)
  // The rest of the body is still read, because a browser does not see the answer while it is sending.
  if (extension === null || !isDeclaredAs(extension, part.mimetype)) {
    part.file.resume()
    throw refusal('FILE_TYPE')
  }
  const limit = maxBytes[fileTypes[extension].kind]
  const hash = createHash('sha256')
  let bytes = 0
  // Passes the upload on, hashed and counted. Beyond the limit it is only read.
  const hashAndCount = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > limit) continue
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(part.file, hashAndCount, createWriteStream(path)).catch((error: NodeJS.ErrnoException) => {
    // A failed system call, such as on a full disk, is the server's fault; any other error comes from the upload.
    throw error.syscall === undefined ? refusal('FILE_DAMAGED', error) : overloaded(error, RETRY_SECONDS)
  })
  if (bytes > limit) throw refusal('FILE_TOO_LARGE')
  if (bytes === 0) throw refusal('FILE_EMPTY')
  return { path, filename, extension, bytes, sha256: hash.digest('hex') }
}
