import { Type } from 'typebox'
import type { StreamEvent } from '#contract/platform/events.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'

const DESCRIPTION =
  'Server-sent events (text/event-stream), each `data:` line one JSON object with `type` hello, member-changed (memberUuids), club-changed (clubId, rev) or, for authors, scheme-changed (slug, revision), working-copy-changed (slug) and scheme-presence (slug, user, firstname, lastname, node, here). They say what to ask for again, never the data. A server that stops ends the stream with a line `retry:`, the milliseconds after which to open it again.'

/** A comment line is sent this often, so that proxies do not close a quiet stream. */
const HEARTBEAT_MS = 20_000

/** The event stream of a user: it says which data has changed, so that the device requests it again. */
export function eventRoutes(app: App, deps: Deps): void {
  const schema = {
    security: secured,
    description: DESCRIPTION,
    response: {
      200: { description: DESCRIPTION, content: { 'text/event-stream': { schema: Type.String() } } },
      ...problems,
    },
  }
  app.get('/v1/events', { config: { action: 'events.listen' }, schema }, async (request, reply) => {
    const session = await deps.session(request)
    const { clientId, userId, family, type, clubId } = session
    // The access token of a removed coach or administrator is still valid, so membership is checked here.
    if (session.right.on === 'own-club') await deps.read(session, (tx) => clubContextOf(tx, session, deps.now()))
    const response = reply.raw
    // Writing after the end would be an error that nobody hears, which ends the process.
    const write = (text: string) => {
      if (!response.writableEnded) response.write(text)
    }
    const send = (event: StreamEvent) => write(`data: ${JSON.stringify(event)}\n\n`)
    // A reader that has stopped reading would not receive the end of the stream, so its connection is closed.
    const end = (reconnectMs?: number) => {
      if (response.writableNeedDrain) response.destroy()
      else if (!response.writableEnded) response.end(reconnectMs === undefined ? '' : `retry: ${reconnectMs}\n\n`)
    }
    const remove = deps.hub.add({
      clientId,
      userId,
      family,
      clubId: type === 'parent' ? null : clubId,
      author: type === 'ngo',
      send,
      end,
    })
    reply.hijack()
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Keeps a proxy (nginx) from holding back the events.
      'x-accel-buffering': 'no',
      // A raw reply lacks the headers of `app.ts`. Without this one the portal takes it for another server's reply.
      'x-request-id': request.id,
    })
    const heartbeat = setInterval(
      () => (response.writableNeedDrain ? response.destroy() : write(': \n\n')),
      HEARTBEAT_MS,
    )
    // The stream ends when the token expires; the browser opens a new one with a fresh token.
    const expiry = setTimeout(() => end(), Math.max(0, session.expiresMs - deps.now()))
    response.on('close', () => {
      clearInterval(heartbeat)
      clearTimeout(expiry)
      remove()
    })
    // the reader asks for everything after "hello"
    await deps.hub.heard(clientId)
    send({ type: 'hello', serverTime: deps.now() })
    // The session may have ended after the check of this request and before the stream was added to the hub.
    await deps.tokens.session(request, session).catch(() => end())
  })
}
