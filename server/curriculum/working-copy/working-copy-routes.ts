import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { EditsReply } from '#contract/curriculum/authoring.ts'
import { OwnSteps } from '#contract/curriculum/history.ts'
import {
  CopyEditsBody,
  CopyEditsQuery,
  CopyEditsReply,
  CopyQuery,
  CopyTree,
  DropBody,
  ReleaseBody,
  ReleasePlan,
  ReleasePlanBody,
  WorkingCopyState,
} from '#contract/curriculum/working-copy.ts'
import { Slug, strict } from '#contract/platform/fields.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { readRaw } from '#server/curriculum/schemes/raw-curriculum.ts'
import { requireScheme } from '#server/curriculum/schemes/queries.ts'
import { lockScheme, type Saved } from '#server/curriculum/schemes/save-edits.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { alreadySerialized, problems, secured } from '#server/platform/http/schemas.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readCopyTree } from './copy-tree.ts'
import { planRelease, releaseCopy } from './release.ts'
import { findOrBeginCopy, saveCopyEdits } from './save-copy-edits.ts'
import { readOwnStepsOfCopy } from './own-steps.ts'
import { copyBatchesSince, endCopy, readCopyState, requireCopy } from './stored-copy.ts'

/** The largest request, as for edits of the live tree. */
const TREE_LIMIT = 24 * 1024 * 1024

const schema = { security: secured, params: Type.Object({ slug: Slug }), querystring: Type.Object({}, strict) }

/** The working copy of a scheme: edited unseen, released at once or dropped. */
export function workingCopyRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  readRoutes(app, deps, trees)
  writeRoutes(app, deps, trees)
  releaseRoutes(app, deps, trees)
}

function readRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  const config = { action: 'schemes.author' } as const

  app.get(
    '/v1/curriculum/:slug/working-copy',
    { config, schema: { ...schema, response: { 200: WorkingCopyState, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        return readCopyState(tx, scheme.id)
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug/working-copy/tree',
    {
      config,
      schema: {
        ...schema,
        querystring: CopyQuery,
        response: { 200: Type.Unsafe<string>(CopyTree), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const raw = await deps.read(session, (tx) =>
        readRaw(tx, trees, session, request.params.slug, async (schemeId, live) => {
          const copy = await requireCopy(tx, schemeId, request.query.copy)
          return { copy: copy.id, ...(await readCopyTree(tx, copy, live)) }
        }),
      )
      return raw.send(reply)
    },
  )

  app.get(
    '/v1/curriculum/:slug/working-copy/edits',
    { config, schema: { ...schema, querystring: CopyEditsQuery, response: { 200: EditsReply, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const copy = await requireCopy(tx, scheme.id, request.query.copy)
        const revision = scheme.revision + copy.revision
        const batches = await copyBatchesSince(tx, copy.id, { base: request.query.since, now: revision })
        return { revision, batches }
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug/working-copy/own-steps',
    { config, schema: { ...schema, querystring: CopyQuery, response: { 200: OwnSteps, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const copy = await requireCopy(tx, scheme.id, request.query.copy)
        const live = await trees.live(tx, session.clientId, scheme.id)
        return readOwnStepsOfCopy(tx, scheme.id, copy, live, session.userId)
      })
    },
  )
}

/** Runs a write once, and then announces it to the other authors; `live` is the tree that it saved, if it did. */
function createWrite(deps: SchemeDeps, trees: Trees) {
  return async <T>(
    request: FastifyRequest<{ Params: { slug: string } }>,
    reply: FastifyReply,
    work: (tx: Tx, session: Awaited<ReturnType<SchemeDeps['session']>>) => Promise<{ reply: T; live: Saved | null }>,
  ): Promise<T> => {
    const session = await deps.session(request)
    const { slug } = request.params
    let done: { live: Saved | null } | undefined
    const answer = await deps.writeOnce(session, request, reply, async (tx) => {
      const result = await work(tx, session)
      done = result
      return result.reply
    })
    // `done` stays undefined for a repeated request, whose work is not run again
    if (done) {
      const { live } = done
      if (live) trees.keep(session.clientId, live.schemeId, live)
      const schemes: [string, number][] = live ? [[slug, live.revision]] : []
      deps.announce({ clientId: session.clientId, clubs: [], parents: [], schemes, workingCopies: [slug] })
    }
    return answer
  }
}

function writeRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  const write = createWrite(deps, trees)

  app.post(
    '/v1/curriculum/:slug/working-copy/edits',
    {
      config: { action: 'schemes.author' },
      bodyLimit: TREE_LIMIT,
      schema: { ...schema, body: CopyEditsBody, response: { 200: CopyEditsReply, ...problems } },
    },
    async (request, reply) =>
      write(request, reply, (tx, session) =>
        saveCopyEdits(tx, trees, session, { slug: request.params.slug, nowMs: deps.now(), body: request.body }),
      ),
  )

  app.post(
    '/v1/curriculum/:slug/working-copy/begin',
    { config: { action: 'schemes.author' }, schema: { ...schema, response: { 200: WorkingCopyState, ...problems } } },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        const scheme = await lockScheme(tx, request.params.slug)
        await findOrBeginCopy(tx, scheme, { by: session.userId, nowMs: deps.now() })
        return { reply: await readCopyState(tx, scheme.id), live: null }
      }),
  )

  app.post(
    '/v1/curriculum/:slug/working-copy/drop',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, body: DropBody, response: { 200: WorkingCopyState, ...problems } },
    },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        const scheme = await lockScheme(tx, request.params.slug)
        const copy = await requireCopy(tx, scheme.id, request.body.copy)
        await endCopy(tx, copy, null, { by: session.userId, nowMs: deps.now() })
        return { reply: await readCopyState(tx, scheme.id), live: null }
      }),
  )
}

function releaseRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  const write = createWrite(deps, trees)

  // a POST, because the answers to many conflicts are too long for an address; it writes nothing
  app.post(
    '/v1/curriculum/:slug/working-copy/plan',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, body: ReleasePlanBody, response: { 200: ReleasePlan, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const { slug } = request.params
      return deps.read(session, (tx) => planRelease(tx, trees, deps.readImpact, session, slug, request.body))
    },
  )

  app.post(
    '/v1/curriculum/:slug/working-copy/release',
    {
      config: { action: 'schemes.release' },
      schema: { ...schema, body: ReleaseBody, response: { 200: WorkingCopyState, ...problems } },
    },
    async (request, reply) =>
      write(request, reply, async (tx, session) => {
        const { slug } = request.params
        const live = await releaseCopy(tx, trees, session, { slug, nowMs: deps.now(), body: request.body })
        const scheme = await requireScheme(tx, slug)
        return { reply: await readCopyState(tx, scheme.id), live }
      }),
  )
}
