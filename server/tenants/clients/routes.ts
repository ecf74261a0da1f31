import { Type } from 'typebox'
import { Client, ClientQuery, Language, LanguagesQuery, Status } from '#contract/tenants/client.ts'
import { API_VERSION } from '#contract/platform/version.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems } from '#server/platform/http/schemas.ts'
import { Hosts } from '#server/platform/http/tenant.ts'
import { readClient } from './queries.ts'

/** The public routes that a portal calls before login: status, client and languages. */
export function clientRoutes(app: App, deps: Deps): void {
  const hosts = new Hosts(deps.db, deps.now)

  app.get(
    '/v1/status',
    { config: { action: 'service.read' }, schema: { response: { 200: Status, ...problems } } },
    () => ({
      status: 'ok' as const,
      version: API_VERSION,
      server_time: deps.now(),
    }),
  )

  app.get(
    '/v1/client',
    { config: { action: 'client.read' }, schema: { querystring: ClientQuery, response: { 200: Client, ...problems } } },
    async (request) => {
      const tenant = await hosts.find(request.query.hostname)
      if (!tenant) throw new Refusal('UNKNOWN_HOST', { field: 'hostname' })
      return deps.read(tenant, (tx) => readClient(tx, tenant.portal))
    },
  )

  // [7.14]: The login page needs this, so it takes no token and answers only for the portal's own client.
  app.get(
    '/v1/auth/languages',
    {
      config: { action: 'client.read' },
      schema: { querystring: LanguagesQuery, response: { 200: Type.Array(Language), ...problems } },
    },
    async (request) => {
      const tenant = await deps.tenant(request)
      if (request.query.client_id !== tenant.clientId) throw new Refusal('NOT_FOUND', { field: 'client_id' })
      const { languages } = await deps.read(tenant, (tx) => readClient(tx, tenant.portal))
      return languages
    },
  )
}
