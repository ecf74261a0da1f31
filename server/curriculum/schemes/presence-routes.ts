import { Type } from 'typebox'
import { PresenceBody } from '#contract/curriculum/presence.ts'
import { Slug, strict } from '#contract/platform/fields.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App } from '#server/platform/deps.ts'
import { getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { requireScheme } from './queries.ts'

const AUTHOR_NAME = tenantStatement(
  'curriculum/read-name-of-author',
  'SELECT firstname, lastname FROM users WHERE client_id = $1 AND id = $2',
)

/** Who has a scheme open at the moment, and where. It passes through the event streams only; nothing is stored. */
export function presenceRoutes(app: App, deps: SchemeDeps): void {
  app.post(
    '/v1/curriculum/:slug/presence',
    {
      config: { action: 'schemes.author' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug }),
        querystring: Type.Object({}, strict),
        body: PresenceBody,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { slug } = request.params
      const name = await deps.read(session, async (tx) => {
        await requireScheme(tx, slug)
        return getRow(tx, AUTHOR_NAME, [session.userId])
      })
      const present = { slug, user: session.userId, ...name, ...request.body }
      deps.announce({ clientId: session.clientId, clubs: [], parents: [], present: [present] })
      reply.code(204)
      return null
    },
  )
}
