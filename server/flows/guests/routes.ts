import { Type } from 'typebox'
import { Guest, GuestJoin, GuestMember } from '#contract/flows/guests.ts'
import { MemberDetail } from '#contract/members/club-members.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import { readDetail } from '#server/members/member-detail.ts'
import type { App } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubContextOf, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { dropGuest, joinMember, makeMember } from './commands.ts'
import { listGuests } from './queries.ts'

const NoQuery = Type.Object({}, strict)
const params = Type.Object({ uuid: Uuid })

async function readMember(tx: Tx, context: ClubContext, uuid: string): Promise<MemberDetail> {
  const detail = await readDetail(tx, context, uuid)
  if (!detail) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  return detail
}

/** Children whom coaches entered at a session: the office makes each a member, joins it with one, or drops it. */
export function guestRoutes(app: App, deps: CurriculumDeps): void {
  app.get(
    '/v1/guests',
    {
      config: { action: 'guests.manage' },
      schema: { security: secured, querystring: NoQuery, response: { 200: Type.Array(Guest), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => listGuests(tx, (await clubContextOf(tx, session, deps.now())).clubId))
    },
  )

  app.post(
    '/v1/guests/:uuid/member',
    {
      config: { action: 'guests.manage' },
      schema: {
        security: secured,
        params,
        querystring: NoQuery,
        body: GuestMember,
        response: { 200: MemberDetail, ...problems },
      },
    },
    async (request, reply) => {
      const { uuid } = request.params
      return clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const changed = await makeMember(tx, context, uuid, request.body)
        return { answer: await readMember(tx, context, uuid), changed }
      })
    },
  )

  app.post(
    '/v1/guests/:uuid/join',
    {
      config: { action: 'guests.manage' },
      schema: {
        security: secured,
        params,
        querystring: NoQuery,
        body: GuestJoin,
        response: { 200: MemberDetail, ...problems },
      },
    },
    async (request, reply) => {
      const { uuid } = request.params
      const { member_uuid: memberId } = request.body
      return clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const changed = await joinMember(tx, context, deps.curricula, uuid, memberId)
        return { answer: await readMember(tx, context, memberId), changed }
      })
    },
  )

  app.delete(
    '/v1/guests/:uuid',
    {
      config: { action: 'guests.manage' },
      schema: { security: secured, params, querystring: NoQuery, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const { uuid } = request.params
      reply.code(204)
      return clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => ({
        answer: null,
        changed: await dropGuest(tx, context, uuid),
      }))
    },
  )
}
