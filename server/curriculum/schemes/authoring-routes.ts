import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { EditsBody, EditsQuery, EditsReply, Impact, ImpactBody } from '#contract/curriculum/authoring.ts'
import { CurriculumBody, NodeUpdate } from '#contract/curriculum/curriculum-writes.ts'
import { Slug, strict } from '#contract/platform/fields.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { refuse, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { refuseForbiddenContent } from './forbidden-content.ts'
import { historyRoutes } from '../history/history-routes.ts'
import { presenceRoutes } from './presence-routes.ts'
import { refusalOf } from './refusal-of.ts'
import { requireScheme } from './queries.ts'
import { compileTree, lockScheme, saveEdits, settingsIn, batchesSince, type Saved } from './save-edits.ts'
import { applyCheckedSettings, readSchemeSettings } from '../settings/write-settings.ts'
import { leaveOutClashes } from './text-clashes.ts'
import type { Trees } from './trees.ts'
import { editsForNewNodes, editsForNodeUpdate } from './wire-nodes.ts'

/** The largest request, in bytes: enough for a tree of 15,000 nodes in two languages in one batch. */
const TREE_LIMIT = 24 * 1024 * 1024

const SlugParams = Type.Object({ slug: Slug })

/**
 * The node id of a request. A node id contains slashes, so it is the rest of the path, a parameter named `*` that the
 * schema library cannot describe.
 */
function nodeIdOf(request: FastifyRequest): string {
  const { '*': rest } = request.params as { '*': string }
  return `/${rest}`
}

const schema = { security: secured, params: SlugParams, querystring: Type.Object({}, strict) }

/** Reading and saving authors' edits of a scheme's tree, and their impact on members. */
export function authoringRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  const save = createSave(deps, trees)

  app.post(
    '/v1/curriculum/:slug/edits',
    {
      config: { action: 'schemes.author' },
      bodyLimit: TREE_LIMIT,
      schema: { ...schema, body: EditsBody, response: { 200: EditsReply, ...problems } },
    },
    async (request, reply) => {
      const { edits, ...more } = request.body
      return save(request, reply, request.params.slug, edits, more)
    },
  )

  app.get(
    '/v1/curriculum/:slug/edits',
    {
      config: { action: 'schemes.author' },
      schema: {
        ...schema,
        querystring: EditsQuery,
        response: { 200: EditsReply, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        return { revision: scheme.revision, batches: await batchesSince(tx, scheme.id, request.query.since) }
      })
    },
  )

  app.post(
    '/v1/curriculum/:slug/impact',
    {
      config: { action: 'schemes.author' },
      bodyLimit: TREE_LIMIT,
      schema: { ...schema, body: ImpactBody, response: { 200: Impact, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const { tree } = await trees.live(tx, session.clientId, scheme.id)
        const applied = applyEdits(tree, request.body.edits)
        if (!applied.ok) throw refusalOf(applied)
        const settings = await readSchemeSettings(tx, scheme.id)
        const after = applyCheckedSettings(settings, settingsIn(request.body.edits))
        if (!after) throw refusalOf(refuse('SETTINGS_CHANGED', /* no node */ ''))
        return deps.readImpact(
          tx,
          scheme.id,
          compileTree(tree, settings.grades),
          compileTree(applied.tree, after.grades),
        )
      })
    },
  )
  historyRoutes(app, deps, trees)
  presenceRoutes(app, deps)
  nodeRoutes(app, save)
}

/** The routes of the specification for single nodes; each makes a batch of edits. */
function nodeRoutes(app: App, save: ReturnType<typeof createSave>): void {
  // adds nodes with their descendants, in the shape of the readers' document [7.32]
  app.post(
    '/v1/curriculum/:slug',
    {
      config: { action: 'schemes.author' },
      bodyLimit: TREE_LIMIT,
      schema: { ...schema, body: CurriculumBody, response: { 200: EditsReply, ...problems } },
    },
    async (request, reply) => {
      const { curriculum, before = null } = request.body
      return save(request, reply, request.params.slug, (tree, language) =>
        editsForNewNodes(tree, curriculum, before, language),
      )
    },
  )

  // changes fields of one node, or moves it [7.33]
  app.patch(
    '/v1/curriculum/:slug/*',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, body: NodeUpdate, response: { 200: EditsReply, ...problems } },
    },
    async (request, reply) => {
      const id = nodeIdOf(request)
      const { parentId, before } = request.body
      if (before !== undefined && parentId === undefined)
        throw new Refusal('INVALID_REQUEST', { field: 'parentId', detail: 'before needs parentId' })
      const { slug } = request.params
      return save(request, reply, slug, (tree, language) => editsForNodeUpdate(tree, id, request.body, language))
    },
  )

  app.delete(
    '/v1/curriculum/:slug/*',
    {
      config: { action: 'schemes.author' },
      schema: {
        ...schema,
        response: { 200: EditsReply, ...problems },
      },
    },
    async (request, reply) => save(request, reply, request.params.slug, [{ do: 'remove', ids: [nodeIdOf(request)] }]),
  )
}

/** The saving of a batch, which the routes share. */
function createSave(deps: SchemeDeps, trees: Trees) {
  /**
   * Saves one batch of edits and announces it to the other authors; replies with all batches after `base` or, without
   * one, with that batch. `requested` are the edits, or a function that makes them from the live tree.
   */
  const save = async (
    request: FastifyRequest,
    reply: FastifyReply,
    slug: string,
    requested: Edit[] | ((tree: Tree, language: string) => Edit[]),
    { base, step, replaced }: Partial<Static<typeof EditsBody>> = {},
  ) => {
    const session = await deps.session(request)
    let saved: Saved | undefined
    const answer = await deps.writeOnce(session, request, reply, async (tx): Promise<EditsReply> => {
      const scheme = await lockScheme(tx, slug)
      const { tree } = await trees.live(tx, session.clientId, scheme.id)
      const by = session.userId
      const wanted = typeof requested === 'function' ? requested(tree, languageOf(session.language)) : requested
      const { kept: edits, left } = await leaveOutClashes(tx, scheme.id, tree, { edits: wanted, replaced, by })
      if (edits.length === 0 && left.clashes)
        return {
          revision: scheme.revision,
          batches: await batchesSince(tx, scheme.id, base ?? scheme.revision),
          ...left,
        }
      refuseForbiddenContent(edits, session.features)
      const result = await saveEdits(tx, session.clientId, trees, scheme, edits, {
        by,
        nowMs: deps.now(),
        step,
      })
      if (!result.ok) throw refusalOf(result)
      saved = result
      const batches = await batchesSince(tx, scheme.id, base ?? scheme.revision)
      return { revision: result.revision, batches, ...left }
    })
    // `saved` stays undefined for a repeated request, whose work is not run again
    if (saved) {
      trees.keep(session.clientId, saved.schemeId, saved)
      deps.announce({ clientId: session.clientId, clubs: [], parents: [], schemes: [[slug, saved.revision]] })
    }
    return answer
  }
  return save
}
