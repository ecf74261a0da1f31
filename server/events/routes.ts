import { Type } from 'typebox'
import type { StreamEvent } from '#contract/events.ts'
import type { App, Parts } from '#server/parts.ts'
import { problems, secured } from '#server/http/schemas.ts'

const DESCRIPTION =
  'Server-sent events (text/event-stream), each `data:` line one JSON object with `type` hello, member-changed (memberUuids), club-changed (clubId, rev) or, for authors, scheme-changed (slug, revision). They say what to ask for again, never the data.'

/** A comment line this often keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000
/** No longer than an access token lives: the browser comes back with a fresh one. */
const LONGEST_MS = 15 * 60_000

export function eventRoutes(app: App, parts: Parts): void {
  const schema = {
    security: secured,
    description: DESCRIPTION,
    response: {
      200: { description: DESCRIPTION, content: { 'text/event-stream': { schema: Type.String() } } },
      ...problems,
    },
  }
  app.get('/v1/events', { schema }, async (request, reply) => {
    const session = await parts.session(request)
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    const send = (event: StreamEvent) => out.write(`data: ${JSON.stringify(event)}\n\n`)
    const clubId = session.type === 'parent' ? null : session.clubId
    const leave = parts.hub.add({
      clientId: session.clientId,
      userId: session.userId,
      clubId,
      author: session.type === 'ngo',
      send,
    })
    const beat = setInterval(() => out.write(': \n\n'), BEAT_MS)
    const end = setTimeout(() => out.end(), LONGEST_MS)
    out.on('close', () => {
      clearInterval(beat)
      clearTimeout(end)
      leave()
    })
    send({ type: 'hello', serverTime: parts.now() })
  })
}
