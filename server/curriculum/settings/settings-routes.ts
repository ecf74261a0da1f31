import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Impact } from '#contract/curriculum/authoring.ts'
import { Slug, strict } from '#contract/platform/fields.ts'
import { GradesBody, SchemeSettings, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { checkGrades } from './check-grades.ts'
import { requireScheme, readGrades } from '../schemes/queries.ts'
import { compileTree, lockScheme, type LockedScheme } from '../schemes/save-edits.ts'
import { readSettings, saveGrades, saveSections } from './settings.ts'
import type { Trees } from '../schemes/trees.ts'

const noQuery = Type.Object({}, strict)
const IfMatch = Type.Object({ 'if-match': Type.String({ maxLength: 100 }) })

/** Reading and saving the sections and grade scales of a scheme, and the impact of new scales on members. */
export function settingsRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  const schema = { security: secured, params: Type.Object({ slug: Slug }), querystring: noQuery }

  app.get(
    '/v1/schemes/:slug/settings',
    { config: { action: 'schemes.author' }, schema: { ...schema, response: { 200: SchemeSettings, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => readSettings(tx, await requireScheme(tx, request.params.slug)))
    },
  )

  /** Saves settings of a scheme and announces its new revision, which `work` returns, to the other authors. */
  const save = async (
    request: FastifyRequest,
    reply: FastifyReply,
    slug: string,
    work: (tx: Tx, session: Session, scheme: LockedScheme) => Promise<number>,
  ) => {
    const session = await deps.session(request)
    let revision = 0
    const answer = await deps.writeOnce(session, request, reply, async (tx) => {
      const scheme = await lockScheme(tx, slug)
      if (scheme.foreign) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'slug' })
      revision = await work(tx, session, scheme)
      return readSettings(tx, await requireScheme(tx, slug))
    })
    // the revision stays 0 for a repeated request, whose work is not run again
    if (revision > 0) deps.announce({ clientId: session.clientId, clubs: [], parents: [], schemes: [[slug, revision]] })
    return answer
  }
  const actorOf = (session: Session) => ({ by: session.userId, nowMs: deps.now() })

  app.put(
    '/v1/schemes/:slug/sections',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, headers: IfMatch, body: SectionsBody, response: { 200: SchemeSettings, ...problems } },
    },
    async (request, reply) =>
      save(request, reply, request.params.slug, (tx, session, scheme) =>
        saveSections(tx, scheme, request.body, request.headers['if-match'], actorOf(session)),
      ),
  )

  app.put(
    '/v1/schemes/:slug/grades',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, headers: IfMatch, body: GradesBody, response: { 200: SchemeSettings, ...problems } },
    },
    async (request, reply) => {
      checkGrades(request.body)
      return save(request, reply, request.params.slug, (tx, session, scheme) =>
        saveGrades(tx, session.clientId, trees, scheme, request.body, request.headers['if-match'], actorOf(session)),
      )
    },
  )

  app.post(
    '/v1/schemes/:slug/grades/impact',
    {
      config: { action: 'schemes.author' },
      schema: { ...schema, body: GradesBody, response: { 200: Impact, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      checkGrades(request.body)
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        const { tree } = await trees.live(tx, session.clientId, scheme.id)
        // only the pass grades count, so the labels may be in any language
        const current = compileTree(tree, await readGrades(tx, scheme.id, 'en'))
        return deps.readImpact(tx, scheme.id, current, compileTree(tree, request.body.grades))
      })
    },
  )
}
