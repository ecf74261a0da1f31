import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

/** The text of an answer, decompressed when necessary. */
export function replyText({ headers, rawPayload, body }: LightMyRequestResponse): string {
  return decoders[String(headers['content-encoding'])]?.(rawPayload).toString() ?? body
}
