import { IfMatch } from '#contract/platform/lists.ts'
import { Retention, RetentionChange, RetentionQuery } from '#contract/flows/retention.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { changePeriods, readRetention } from './periods.ts'

/** The client's retention periods: reading them with the number of what they would delete now, and changing them. */
export function retentionRoutes(app: App, deps: Deps): void {
  const response = { 200: Retention, ...problems }

  app.get(
    '/v1/retention',
    { config: { action: 'retention.manage' }, schema: { security: secured, querystring: RetentionQuery, response } },
    async (request) => {
      const session = await deps.session(request)
      // periods that are not saved yet, to see beforehand what they would delete
      const triedPeriods = Object.fromEntries(
        Object.entries(request.query).map(([kind, months]) => [kind, Number(months)]),
      )
      // refused to users for whom the portal's page `/retention` is closed
      return deps.read(session, async (tx) =>
        readRetention(tx, await clientContextOf(tx, session), deps.now(), triedPeriods),
      )
    },
  )
  app.put(
    '/v1/retention',
    {
      config: { action: 'retention.manage' },
      schema: { security: secured, headers: IfMatch, body: RetentionChange, response },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const context = await clientContextOf(tx, session)
        await changePeriods(tx, context, request.body, request.headers['if-match'], deps.now())
        return readRetention(tx, context, deps.now())
      })
    },
  )
}
