import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AuthorNodeBody, EditsBody, EditsReply, Impact, NodeFieldsBody } from '#contract/authoring.ts'
import { NodeId, Slug, strict } from '#contract/fields.ts'
import { applyEdits, type Edit, type NodeFields, type Refused } from '#domain/tree.ts'
import { Refusal } from '#server/http/errors.ts'
import { problems, secured } from '#server/http/schemas.ts'
import type { Session } from '#server/http/session.ts'
import type { App, Parts } from '#server/parts.ts'
import { readImpact } from './impact.ts'
import { findScheme, readGrades } from './queries.ts'
import { compiled, lockScheme, saveEdits, stepsSince, type Saved } from './save-edits.ts'
import type { Trees } from './trees.ts'

/** A tree of 15,000 nodes in two languages, brought in as one step. */
const TREE_LIMIT = 24 * 1024 * 1024

const SlugParams = Type.Object({ slug: Slug })
const Place = Type.Union([NodeId, Type.Null()])

function refused({ code, id, ids }: Refused): Refusal {
  return new Refusal('EDIT_REFUSED', { detail: code, field: id, ids })
}

/** A node id is a path, and so the rest of the path: our schema library cannot describe a parameter of that name. */
function nodeIdOf(request: FastifyRequest): string {
  const { '*': rest } = request.params as { '*': string }
  return `/${rest}`
}

/** What authors of a scheme do with its tree. */
export function authoringRoutes(app: App, parts: Parts, trees: Trees): void {
  const author = async (request: FastifyRequest): Promise<Session> => {
    const session = await parts.session(request)
    if (session.type !== 'ngo') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    return session
  }

  /** Saves one step and tells the other authors; answers what came after `base`. */
  const save = async (
    request: FastifyRequest,
    reply: FastifyReply,
    slug: string,
    edits: Edit[],
    base: number | null,
  ) => {
    const session = await author(request)
    let saved: Saved | undefined
    const answer = await parts.write(session, request, reply, async (tx): Promise<EditsReply> => {
      const scheme = await lockScheme(tx, slug)
      if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
      const done = await saveEdits(tx, session.clientId, trees, scheme, edits, {
        by: session.userId,
        nowMs: parts.now(),
      })
      if (!done.ok) throw refused(done)
      saved = done
      return { revision: done.revision, steps: await stepsSince(tx, scheme.id, base ?? scheme.revision) }
    })
    if (saved) {
      trees.keep(session.clientId, saved.schemeId, saved)
      parts.announce({ clientId: session.clientId, clubs: [], parents: [], schemes: [[slug, saved.revision]] })
    }
    return answer
  }

  const schema = { security: secured, params: SlugParams, querystring: Type.Object({}, strict) }

  app.post(
    '/v1/curriculum/:slug/edits',
    { bodyLimit: TREE_LIMIT, schema: { ...schema, body: EditsBody, response: { 200: EditsReply, ...problems } } },
    async (request, reply) => save(request, reply, request.params.slug, request.body.edits, request.body.base),
  )

  app.get(
    '/v1/curriculum/:slug/edits',
    {
      schema: {
        ...schema,
        querystring: Type.Object({ since: Type.Integer({ minimum: 0 }) }, strict),
        response: { 200: EditsReply, ...problems },
      },
    },
    async (request) => {
      const session = await author(request)
      return parts.read(session, async (tx) => {
        const scheme = await findScheme(tx, request.params.slug)
        if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
        return { revision: scheme.revision, steps: await stepsSince(tx, scheme.id, request.query.since) }
      })
    },
  )

  app.post(
    '/v1/curriculum/:slug/impact',
    {
      bodyLimit: TREE_LIMIT,
      schema: { ...schema, body: Type.Pick(EditsBody, ['edits']), response: { 200: Impact, ...problems } },
    },
    async (request) => {
      const session = await author(request)
      return parts.read(session, async (tx) => {
        const scheme = await findScheme(tx, request.params.slug)
        if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
        const { tree } = await trees.live(tx, session.clientId, scheme.id)
        const done = applyEdits(tree, request.body.edits)
        if (!done.ok) throw refused(done)
        const grades = await readGrades(tx, scheme.id, 'en')
        return readImpact(tx, scheme.id, compiled(tree, grades), compiled(done.tree, grades))
      })
    },
  )

  // [7.32] new nodes with all below them, parents before children
  app.post(
    '/v1/curriculum/:slug',
    {
      bodyLimit: TREE_LIMIT,
      schema: {
        ...schema,
        body: Type.Object(
          {
            curriculum: Type.Array(AuthorNodeBody, { minItems: 1, maxItems: 20_000 }),
            before: Type.Optional(Place),
          },
          strict,
        ),
        response: { 200: EditsReply, ...problems },
      },
    },
    async (request, reply) => {
      const { curriculum, before = null } = request.body
      return save(request, reply, request.params.slug, [{ do: 'add', nodes: curriculum, before }], null)
    },
  )

  // [7.33] fields of one node, and its place
  app.patch(
    '/v1/curriculum/:slug/*',
    {
      schema: {
        ...schema,
        body: Type.Object(
          { ...NodeFieldsBody.properties, parentId: Type.Optional(Place), before: Type.Optional(Place) },
          { ...strict, minProperties: 1 },
        ),
        response: { 200: EditsReply, ...problems },
      },
    },
    async (request, reply) => {
      const id = nodeIdOf(request)
      const { parentId, before = null, ...fields } = request.body
      const edits: Edit[] = []
      if (Object.keys(fields).length > 0) edits.push({ do: 'set', id, set: fields as NodeFields })
      if (parentId !== undefined) edits.push({ do: 'move', ids: [id], parentId, before })
      if (edits.length === 0)
        throw new Refusal('INVALID_REQUEST', { field: 'parentId', detail: 'before needs parentId' })
      return save(request, reply, request.params.slug, edits, null)
    },
  )

  app.delete(
    '/v1/curriculum/:slug/*',
    {
      schema: {
        ...schema,
        response: { 200: EditsReply, ...problems },
      },
    },
    async (request, reply) =>
      save(request, reply, request.params.slug, [{ do: 'remove', ids: [nodeIdOf(request)] }], null),
  )
}
