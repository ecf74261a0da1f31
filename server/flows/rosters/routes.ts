import { Type } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { RosterState } from '#contract/flows/rosters.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { readRosterState } from './state.ts'

/** Shows a club's administrators how the import of the course provider's rosters went. */
export function rosterRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/rosters',
    {
      config: { action: 'rosters.read' },
      schema: { security: secured, querystring: Type.Object({}, strict), response: { 200: RosterState, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => readRosterState(tx, await clubContextOf(tx, session, deps.now())))
    },
  )
}
