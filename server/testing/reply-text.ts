import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'

const ways: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

/** What an answer says, however it was packed. */
export function replyText({ headers, rawPayload, body }: LightMyRequestResponse): string {
  return ways[String(headers['content-encoding'])]?.(rawPayload).toString() ?? body
}
