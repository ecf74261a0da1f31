import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** A body must arrive within this time, in ms, or bring `LEAST_BYTES` in every such time until it is complete. */
export const BODY_MS = 30_000
/** No JSON body may be as large; an upload over 70 kbit/s is faster. */
const LEAST_BYTES = 256 * 1024

/**
 * Ends the connection of a caller who stops sending a body, also one who was answered before the body was read. Without
 * it a half-sent body stays open for as long as the caller likes. A caller who was answered already gets no further time.
 */
export function endStalledBody(request: IncomingMessage, reply: ServerResponse, withinMs: number): void {
  const { headers, socket } = request
  // a request that a test injects came over no connection
  if (!(socket instanceof Socket)) return
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  let read = socket.bytesRead
  const timer = setInterval(() => {
    const came = socket.bytesRead - read
    read = socket.bytesRead
    if (request.complete || socket.destroyed) clearInterval(timer)
    else if (reply.writableFinished || came < LEAST_BYTES) socket.destroy()
  }, withinMs).unref()
  request.once('end', () => clearInterval(timer))
}
