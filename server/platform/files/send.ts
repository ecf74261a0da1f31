import type { FastifyReply, FastifyRequest } from 'fastify'
import { create } from 'content-disposition'
import { Refusal } from '#server/platform/http/errors.ts'
import { answerUnchanged } from '#server/platform/http/revision.ts'
import type { FileStore } from './storage.ts'
import { readBytes, storageKey } from './storage.ts'
import type { FileRow } from './file-row.ts'

/** Media types that browsers display without executing code in our origin. All others are downloaded. */
const INLINE_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'application/pdf', 'video/mp4', 'video/webm']

/**
 * Sends a file, or the requested range of it, with headers that keep its content from acting in our origin. With
 * `width` it sends the smallest copy of a picture that is at least so wide, in pixels, or else the picture itself.
 */
export async function sendFile(
  store: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  clientId: string,
  file: FileRow,
  width: number | null,
): Promise<FastifyReply> {
  const variant = width === null ? undefined : file.variants.find((variantWidth) => variantWidth >= width)
  const key = storageKey(clientId, file.id, variant)
  const etag = `"${variant ?? 'original'}"`
  reply.headers({
    'content-type': file.media_type === 'text/csv' ? 'text/csv; charset=utf-8' : file.media_type,
    'content-disposition': create(file.filename, {
      type: INLINE_TYPES.includes(file.media_type) ? 'inline' : 'attachment',
    }),
    // The PDF viewer is a plugin, which does not run within `sandbox`.
    'content-security-policy': `default-src 'none'; ${file.media_type === 'application/pdf' ? "object-src 'self'" : 'sandbox'}`,
    'x-content-type-options': 'nosniff',
    // The bytes of an id never change, but who may read them does, so each use must ask the server.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  })
  if (request.headers['if-none-match'] === etag) return answerUnchanged(reply)
  const bytes = variant === undefined ? file.bytes : (await store.disk.getMetaData(key)).contentLength
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (!range || (range[1] === '' && range[2] === ''))
    return reply.header('content-length', bytes).send(await store.disk.getStream(key))
  // `bytes=5-` means all from byte 5, and `bytes=-5` the last five.
  const [, first = '', last = ''] = range
  const firstByte = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const lastByte = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (firstByte > lastByte || firstByte >= bytes) {
    reply.header('content-range', `bytes */${bytes}`).removeHeader('content-disposition')
    throw new Refusal('RANGE_OUTSIDE', { field: 'range' })
  }
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${firstByte}-${lastByte}/${bytes}`, 'content-length': lastByte - firstByte + 1 })
    .send(await readBytes(store, key, firstByte, lastByte))
}
