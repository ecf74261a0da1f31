import { MaintenanceBody, ClientMaintenance } from '#contract/tenants/maintenance.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { beginMaintenance, endMaintenance, readMaintenance } from './maintenance.ts'

/** Authors close the other portals for maintenance, set the text that they show, and open them again [1.7]. */
export function maintenanceRoutes(app: App, deps: Deps): void {
  const response = { 200: ClientMaintenance, ...problems }

  app.get(
    '/v1/maintenance',
    { config: { action: 'maintenance.manage' }, schema: { security: secured, response } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return readMaintenance(tx)
      })
    },
  )
  app.put(
    '/v1/maintenance',
    { config: { action: 'maintenance.manage' }, schema: { security: secured, body: MaintenanceBody, response } },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const { clientId, userId } = await clientContextOf(tx, session)
        await beginMaintenance(tx, clientId, request.body.texts, userId)
        return readMaintenance(tx)
      })
    },
  )
  app.delete(
    '/v1/maintenance',
    { config: { action: 'maintenance.manage' }, schema: { security: secured, response } },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const { clientId, userId } = await clientContextOf(tx, session)
        await endMaintenance(tx, clientId, userId)
        return readMaintenance(tx)
      })
    },
  )
}
