import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * A body must be complete within this time, in ms, or deliver at least `MIN_BYTES` in each further period of this
 * length.
 */
export const BODY_MS = 30_000
/** The size limit of usual JSON bodies, so none of them gets a second period. An upload needs about 70 kbit/s. */
const MIN_BYTES = 256 * 1024

/**
 * Ends the connection of a caller who stops sending a body. Without it a caller could keep a half-sent body open for
 * ever. A caller who was answered before the body was read completely is disconnected after the first period.
 */
export function endStalledBody(request: IncomingMessage, reply: ServerResponse, periodMs: number): void {
  const { headers, socket } = request
  // A request that a test injects has no real socket.
  if (!(socket instanceof Socket)) return
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  let bytesBefore = socket.bytesRead
  const timer = setInterval(() => {
    const received = socket.bytesRead - bytesBefore
    bytesBefore = socket.bytesRead
    if (request.complete || socket.destroyed) clearInterval(timer)
    else if (reply.writableFinished || received < MIN_BYTES) socket.destroy()
  }, periodMs).unref()
  request.once('end', () => clearInterval(timer))
}
