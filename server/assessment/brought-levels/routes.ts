import { Type } from 'typebox'
import { StartsAtBody } from '#contract/assessment/member-record.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { passedBefore } from '#domain/assessment/brought.ts'
import { manualPassOf } from '#domain/curriculum/scheme.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import { readLevels } from '#server/curriculum/schemes/levels.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import type { App } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { bringPasses } from './bring-passes.ts'

/** A member starts at a level: those before it were passed elsewhere. An import of members brings levels likewise. */
export function broughtLevelRoutes(app: App, deps: CurriculumDeps): void {
  app.post(
    '/v1/members/:uuid/starts-at',
    {
      config: { action: 'progress.bring' },
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: Type.Object({}, strict),
        body: StartsAtBody,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        const { uuid: memberId } = request.params
        const [clubs, levels] = await Promise.all([clubsOfMembers(tx, [memberId]), readLevels(tx)])
        if (!clubs.some(({ club_id }) => club_id === context.clubId)) throw new Refusal('NOT_FOUND', { field: 'uuid' })
        const { level: at } = request.body
        if (!levels.some(({ key }) => key === at)) throw new Refusal('INVALID_REQUEST', { field: 'level' })
        const brought = passedBefore(levels, { passed: null, passedOn: null, at }).flatMap(({ key, on }) => {
          const place = levels.find((level) => level.key === key)
          return place
            ? [
                {
                  memberId,
                  schemeId: place.schemeId,
                  nodeId: manualPassOf(place.nodeId),
                  grade: 1,
                  pass: 1,
                  on,
                  by: null,
                },
              ]
            : []
        })
        const bringer = { ...context, run: crypto.randomUUID() }
        const { changed } = await bringPasses(tx, bringer, deps.curricula, brought)
        return { answer: null, changed }
      })
    },
  )
}
