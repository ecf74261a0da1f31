import { IfMatch } from '#contract/platform/lists.ts'
import { Retention, RetentionPeriods, RetentionQuery } from '#contract/flows/retention.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { changePeriods, readRetention } from './periods.ts'

/** How long the client keeps what nobody needs any more. */
export function retentionRoutes(app: App, deps: Deps): void {
  const response = { 200: Retention, ...problems }

  app.get(
    '/v1/retention',
    { schema: { security: secured, querystring: RetentionQuery, response } },
    async (request) => {
      const session = await deps.session(request)
      const asked = Object.fromEntries(Object.entries(request.query).map(([what, months]) => [what, Number(months)]))
      return deps.read(session, async (tx) =>
        readRetention(tx, await clientContextOf(tx, session, '/retention'), deps.now(), asked),
      )
    },
  )
  app.put(
    '/v1/retention',
    { schema: { security: secured, headers: IfMatch, body: RetentionPeriods, response } },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const context = await clientContextOf(tx, session, '/retention')
        await changePeriods(tx, context, request.body, request.headers['if-match'], deps.now())
        return readRetention(tx, context, deps.now())
      })
    },
  )
}
