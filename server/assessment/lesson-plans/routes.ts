import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Colleague, GroupLessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { readColleagues } from './colleagues.ts'
import { readGroupPlans } from './plan-rows.ts'

/**
 * The coaches with whom a plan can be shared, and the plans on a group for the club's office. Coaches read and write
 * plans by the sync routes.
 */
export function lessonPlanRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/colleagues',
    {
      config: { action: 'lesson-plans.write' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        response: { 200: Type.Array(Colleague), ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, (tx) => readColleagues(tx, session.userId))
    },
  )

  app.get(
    '/v1/groups/:id/lesson-plans',
    {
      config: { action: 'lesson-plans.read' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 200: Type.Array(GroupLessonPlan), ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const plans = await deps.read(session, async (tx) => {
        const { clubId } = await clubContextOf(tx, session, deps.now())
        return readGroupPlans(tx, clubId, request.params.id)
      })
      if (!plans) throw new Refusal('NOT_FOUND', { field: 'id' })
      return plans
    },
  )
}
