import { Type } from 'typebox'
import { MemberDetail } from '#contract/members/club-members.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import {
  Duplicate,
  DuplicatesQuery,
  MemberMerge,
  MergeBody,
  OtherMember,
  SeparateMembers,
} from '#contract/flows/member-merges.ts'
import { clubContextOf, refuseIfProviderOwns } from '#server/tenants/clubs/club-context.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { readDetail } from '#server/members/member-detail.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { mergeMembers } from './commands.ts'
import { findDuplicates, listMerges } from './queries.ts'
import { listSeparateMembers, separateMembers } from './separate-members.ts'

const NoQuery = Type.Object({}, strict)

/** Children who were entered twice: finding duplicates, and merging two records. */
export function mergeRoutes(app: App, deps: CurriculumDeps): void {
  separateRoutes(app, deps)
  app.get(
    '/v1/members/duplicates',
    {
      config: { action: 'merges.manage', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: DuplicatesQuery,
        response: { 200: Type.Array(Duplicate), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { page, perPage } = pageOf(request.query)
      const { duplicates, total } = await deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        refuseIfProviderOwns(context)
        return findDuplicates(tx, context, page, perPage)
      })
      reply.header('x-total-count', total)
      return duplicates
    },
  )

  app.get(
    '/v1/members/merges',
    {
      config: { action: 'merges.manage' },
      schema: { security: secured, querystring: NoQuery, response: { 200: Type.Array(MemberMerge), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => listMerges(tx, await clubContextOf(tx, session, deps.now())))
    },
  )

  app.post(
    '/v1/members/:uuid/merge',
    {
      config: { action: 'merges.manage' },
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: NoQuery,
        body: MergeBody,
        response: { 200: MemberDetail, ...problems },
      },
    },
    async (request, reply) => {
      const { uuid } = request.params
      return clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const changed = await mergeMembers(tx, context, deps.curricula, uuid, request.body.merged_uuid)
        const answer = await readDetail(tx, context, uuid)
        if (!answer) throw new Refusal('NOT_FOUND', { field: 'uuid' })
        return { answer, changed }
      })
    },
  )
}

/** Records that look like one child and are two. */
function separateRoutes(app: App, deps: CurriculumDeps): void {
  app.get(
    '/v1/members/separate',
    {
      config: { action: 'merges.manage' },
      schema: { security: secured, querystring: NoQuery, response: { 200: Type.Array(SeparateMembers), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => listSeparateMembers(tx, await clubContextOf(tx, session, deps.now())))
    },
  )

  const options = {
    config: { action: 'merges.manage' },
    schema: {
      security: secured,
      params: Type.Object({ uuid: Uuid }),
      querystring: NoQuery,
      body: OtherMember,
      response: { 204: Type.Null(), ...problems },
    },
  } as const

  app.post('/v1/members/:uuid/separate', options, async (request, reply) => {
    const session = await deps.session(request)
    reply.code(204)
    return clubWrite(deps, session, request, reply, async (tx, context) => {
      await separateMembers(tx, context, request.params.uuid, request.body.other_uuid, true)
      return { answer: null, changed: [] }
    })
  })

  app.delete('/v1/members/:uuid/separate', options, async (request, reply) => {
    const session = await deps.session(request)
    reply.code(204)
    return clubWrite(deps, session, request, reply, async (tx, context) => {
      await separateMembers(tx, context, request.params.uuid, request.body.other_uuid, false)
      return { answer: null, changed: [] }
    })
  })
}
