import { Type } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { Colleague } from '#contract/assessment/lesson-plans.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { readColleagues } from './colleagues.ts'

/** Lists the coaches with whom a plan can be shared. The plans themselves are read and written by the sync routes. */
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
}
