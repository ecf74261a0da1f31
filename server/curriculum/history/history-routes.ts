import { Type } from 'typebox'
import {
  ComparisonQuery,
  History,
  HistoryQuery,
  NameBody,
  OwnSteps,
  RestoreQuery,
  RestoreReply,
} from '#contract/curriculum/history.ts'
import { Changes } from '#contract/curriculum/sharing.ts'
import { focusOn } from '#domain/curriculum/edits/describe-edits.ts'
import { Int4, Slug, strict } from '#contract/platform/fields.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { nodeOfHistory, readHistory, readOwnSteps } from './history.ts'
import { nameEdits } from './name-edits.ts'
import { readComparison, readRestore } from './restore.ts'
import { requireScheme } from '../schemes/queries.ts'
import type { Trees } from '../schemes/trees.ts'

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
        const { before = null, node, below } = request.query
        const focus = node === undefined ? null : focusOn(tree, node, below === '1')
        const locale = session.language
        const about = node === undefined ? null : nodeOfHistory(tree, node, locale)
        return { ...(await readHistory(tx, scheme.id, tree, { locale, before, focus })), about }
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
        return readRestore(tx, scheme, tree, { before, nodes: nodes?.split(',') ?? null, locale: session.language })
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug/comparison',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, querystring: ComparisonQuery, response: { 200: Changes, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const { tree } = await trees.live(tx, session.clientId, scheme.id)
        const { from, to = null, node = null } = request.query
        return readComparison(tx, scheme.id, tree, { from, to, node, locale: session.language })
      })
    },
  )

  app.put(
    '/v1/curriculum/:slug/history/:revision/name',
    {
      config: { action: 'schemes.author' },
      schema: {
        ...schema,
        params: Type.Object({ slug: Slug, revision: Int4 }),
        body: NameBody,
        response: { 200: NameBody, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { slug, revision } = request.params
      const name = request.body.name?.trim() ?? null
      return deps.writeOnce(session, request, reply, async (tx) => {
        const scheme = await requireScheme(tx, slug)
        await nameEdits(tx, session.userId, scheme.id, { revision, name })
        return { name }
      })
    },
  )
}
