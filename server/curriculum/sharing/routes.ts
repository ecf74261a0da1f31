import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ClientId, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import {
  AnswerBody,
  CatalogueEntry,
  DecideBody,
  LinkedNode,
  Mirror,
  MirrorBody,
  MirrorReply,
  Publication,
  PublishBody,
  SubscribeBody,
  Subscriber,
  UpdateImpact,
} from '#contract/curriculum/sharing.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readMirrors } from './linked-updates.ts'
import { answerUpdate, linkNode, promoteMirror, type Actor } from './mirrors.ts'
import { publish, readPublication, withdrawPublication } from './publish.ts'
import { readUpdateImpact } from './update-impact.ts'
import {
  requestSubscription,
  answerSubscription,
  readCatalogue,
  readSubscribers,
  unsubscribe,
} from './subscriptions.ts'

const SlugParams = Type.Object({ slug: Slug })
const noQuery = Type.Object({}, strict)
const commonSchema = { security: secured, querystring: noQuery }

/**
 * Sharing between authors: publishing schemes to other clients, subscriptions, and nodes linked between schemes, which
 * the specification calls mirrors.
 */
export function sharingRoutes(app: App, deps: SchemeDeps): void {
  const trees = new Trees()
  const calls = authorCalls(deps)
  publicationRoutes(app, deps, trees, calls)
  subscriptionRoutes(app, deps, calls)
  mirrorRoutes(app, deps, trees, calls)
}

type Calls = ReturnType<typeof authorCalls>

/** Runs an author’s reads and writes. */
function authorCalls(deps: SchemeDeps) {
  const read = async <T>(request: FastifyRequest, work: (tx: Tx, session: Session) => Promise<T>): Promise<T> => {
    const session = await deps.session(request)
    return deps.read(session, (tx) => work(tx, session))
  }
  const write = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Tx, session: Session) => Promise<T>,
  ): Promise<T> => {
    const session = await deps.session(request)
    return deps.writeOnce(session, request, reply, (tx) => work(tx, session))
  }
  return { read, write }
}

function publicationRoutes(app: App, deps: SchemeDeps, trees: Trees, { read, write }: Calls): void {
  const onePublication = { ...commonSchema, params: SlugParams, response: { 200: Publication, ...problems } }
  app.get(
    '/v1/schemes/:slug/publication',
    { config: { action: 'schemes.share' }, schema: onePublication },
    async (request) => read(request, (tx, session) => readPublication(tx, trees, session, request.params.slug)),
  )
  app.post(
    '/v1/schemes/:slug/publish',
    { config: { action: 'schemes.share' }, schema: { ...onePublication, body: PublishBody } },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        const { slug } = request.params
        const { notes, revision } = request.body
        await publish(tx, trees, session, slug, { notes: notes.trim(), revision, at: new Date(deps.now()) })
        return readPublication(tx, trees, session, slug)
      }),
  )
  app.post(
    '/v1/schemes/:slug/withdraw',
    { config: { action: 'schemes.share' }, schema: onePublication },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        await withdrawPublication(tx, session, request.params.slug, new Date(deps.now()))
        return readPublication(tx, trees, session, request.params.slug)
      }),
  )
}

function subscriptionRoutes(app: App, deps: SchemeDeps, { read, write }: Calls): void {
  app.post(
    '/v1/schemes/:slug/subscribers/:client',
    {
      config: { action: 'schemes.share' },
      schema: {
        ...commonSchema,
        params: Type.Object({ slug: Slug, client: ClientId }),
        body: DecideBody,
        response: { 200: Type.Array(Subscriber), ...problems },
      },
    },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        const { slug, client: subscriber } = request.params
        const { approved } = request.body
        await answerSubscription(tx, session, slug, { subscriber, approved, at: new Date(deps.now()) })
        return readSubscribers(tx, session.language, null)
      }),
  )
  app.get(
    '/v1/subscribers',
    {
      config: { action: 'schemes.share' },
      schema: { ...commonSchema, response: { 200: Type.Array(Subscriber), ...problems } },
    },
    async (request) => read(request, (tx, session) => readSubscribers(tx, session.language, null)),
  )

  const catalogue = { ...commonSchema, response: { 200: Type.Array(CatalogueEntry), ...problems } }
  app.get('/v1/catalogue', { config: { action: 'schemes.share' }, schema: catalogue }, async (request) =>
    read(request, (tx, session) => readCatalogue(tx, session.language)),
  )
  app.post(
    '/v1/subscriptions',
    { config: { action: 'schemes.share' }, schema: { ...catalogue, body: SubscribeBody } },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        const { client_id: owner, scheme_uuid: schemeId, message } = request.body
        await requestSubscription(tx, session, { owner, schemeId, message: message.trim(), at: new Date(deps.now()) })
        return readCatalogue(tx, session.language)
      }),
  )
  app.delete(
    '/v1/subscriptions/:client/:uuid',
    {
      config: { action: 'schemes.share' },
      schema: { ...catalogue, params: Type.Object({ client: ClientId, uuid: Uuid }) },
    },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        await unsubscribe(tx, session, request.params.client, request.params.uuid, new Date(deps.now()))
        return readCatalogue(tx, session.language)
      }),
  )
}

function mirrorRoutes(app: App, deps: SchemeDeps, trees: Trees, { read, write }: Calls): void {
  const actorOf = ({ clientId, userId }: Session): Actor => ({ clientId, userId, nowMs: deps.now() })
  /** Tells open editors of these schemes that there is a new revision. */
  const notifySchemes = async (request: FastifyRequest, changed: readonly { slug: string; revision: number }[]) => {
    if (changed.length === 0) return
    const { clientId } = await deps.session(request)
    const schemes = changed.map(({ slug, revision }): [string, number] => [slug, revision])
    deps.announce({ clientId, clubs: [], parents: [], schemes })
  }

  const mirrorsSchema = { ...commonSchema, response: { 200: Type.Array(Mirror), ...problems } }
  app.get('/v1/mirrors', { config: { action: 'schemes.share' }, schema: mirrorsSchema }, async (request) =>
    read(request, (tx, session) => readMirrors(tx, trees, session.clientId, session.language)),
  )
  app.get(
    '/v1/mirrors/impact',
    {
      config: { action: 'schemes.share' },
      schema: { ...commonSchema, querystring: LinkedNode, response: { 200: UpdateImpact, ...problems } },
    },
    async (request) =>
      read(request, (tx, session) => readUpdateImpact(tx, trees, deps.readImpact, session, request.query)),
  )
  app.post(
    '/v1/mirrors/answer',
    { config: { action: 'schemes.share' }, schema: { ...mirrorsSchema, body: AnswerBody } },
    async (request, reply) => {
      let changed: { slug: string; revision: number }[] = []
      const mirrors = await write(request, reply, async (tx, session) => {
        const saved = await answerUpdate(tx, trees, actorOf(session), request.body)
        changed = saved ? [saved] : []
        return readMirrors(tx, trees, session.clientId, session.language)
      })
      await notifySchemes(request, changed)
      return mirrors
    },
  )
  // links a node of another scheme into a scheme [7.35]
  app.post(
    '/v1/curriculum/mirror',
    {
      config: { action: 'schemes.share' },
      schema: { ...commonSchema, body: MirrorBody, response: { 200: MirrorReply, ...problems } },
    },
    async (request, reply) => {
      const { link_scheme_uuid, link_node_id, scheme_uuid, parent_id: parentId, before = null } = request.body
      const linked = await write(request, reply, async (tx, session): Promise<MirrorReply> => {
        const link = { fromScheme: link_scheme_uuid, fromNode: link_node_id, scheme: scheme_uuid, parentId, before }
        const { slug, nodeId, revision } = await linkNode(tx, trees, actorOf(session), link)
        return { slug, node_id: nodeId, revision }
      })
      await notifySchemes(request, [linked])
      return linked
    },
  )
  // a copy of a linked node becomes the one that the other copies are linked to [7.34]
  app.post(
    '/v1/curriculum/rehome-linked-node',
    { config: { action: 'schemes.share' }, schema: { ...mirrorsSchema, body: LinkedNode } },
    async (request, reply) => {
      let changed: { slug: string; revision: number }[] = []
      const mirrors = await write(request, reply, async (tx, session) => {
        changed = await promoteMirror(tx, trees, actorOf(session), request.body)
        return readMirrors(tx, trees, session.clientId, session.language)
      })
      await notifySchemes(request, changed)
      return mirrors
    },
  )
}
