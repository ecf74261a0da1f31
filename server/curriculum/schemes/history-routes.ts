import { Type } from 'typebox'
import { History, HistoryQuery, OwnSteps, RestoreQuery, RestoreReply } from '#contract/curriculum/history.ts'
import { Slug, strict } from '#contract/platform/fields.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { readHistory, readOwnSteps, readRestore } from './history.ts'
import { requireScheme } from './queries.ts'
import type { Trees } from './trees.ts'

const schema = { security: secured, params: Type.Object({ slug: Slug }), querystring: Type.Object({}, strict) }

/** What was changed in a scheme, what its author can undo, and the way back. */
export function historyRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  app.get(
    '/v1/curriculum/:slug/own-steps',
    { config: { action: 'schemes.author' }, schema: { ...schema, response: { 200: OwnSteps, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        return readOwnSteps(tx, scheme.id, session.userId)
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug/history',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, querystring: HistoryQuery, response: { 200: History, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const { tree } = await trees.live(tx, session.clientId, scheme.id)
        return readHistory(tx, scheme.id, tree, session.language, request.query.before ?? null)
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug/restore',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, querystring: RestoreQuery, response: { 200: RestoreReply, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const { tree } = await trees.live(tx, session.clientId, scheme.id)
        const { before, nodes } = request.query
        return { edits: await readRestore(tx, scheme.id, tree, { before, nodes: nodes?.split(',') ?? null }) }
      })
    },
  )
}
