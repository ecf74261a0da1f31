import { Type } from 'typebox'
import { PageViewBody, PageViews, PageViewsQuery } from '#contract/tenants/page-views.ts'
import { pages } from '#domain/tenants/pages.ts'
import { isDate } from '#domain/platform/club-time.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant } from '#server/platform/tenancy.ts'

const COUNT_VIEW = tenantStatement(
  'tenants/count-page-view',
  `INSERT INTO page_views AS counted (client_id, portal, page, day, views) VALUES ($1, $2, $3, $4, 1)
   ON CONFLICT (client_id, day, portal, page) DO UPDATE SET views = counted.views + 1`,
)

const VIEWS = tenantStatement(
  'tenants/list-page-views',
  `SELECT day, portal, page, views FROM page_views
   WHERE client_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, portal, page`,
)

/**
 * Anonymous counts of page views [4.32]. Portals send a view without a token, and it is stored without a user. Only
 * authors read the counts.
 */
export function pageViewRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/page-views',
    {
      config: { action: 'page-views.count' },
      schema: { body: PageViewBody, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const { clientId, portal } = await deps.tenant(request)
      const { page } = request.body
      // Only known pages are accepted, so that nobody can fill the table with others.
      if (!Object.hasOwn(pages[portal], `/${page}`)) throw new Refusal('INVALID_REQUEST', { field: 'page' })
      await inTenant(deps.db, clientId, 'write', (tx) =>
        execute(tx, COUNT_VIEW, [portal, page, new Date(deps.now()).toISOString().slice(0, 10)]),
      )
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/v1/page-views',
    {
      config: { action: 'page-views.read', mayReadReplica: true },
      schema: { security: secured, querystring: PageViewsQuery, response: { 200: PageViews, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const { from, to } = request.query
      for (const [field, day] of Object.entries({ from, to }))
        if (!isDate(day)) throw new Refusal('INVALID_REQUEST', { field })
      return deps.read(session, (tx) => queryRows(tx, VIEWS, [from, to]))
    },
  )
}
