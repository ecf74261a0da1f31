import { Type } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { RosterState } from '#contract/flows/rosters.ts'
import { officeOf } from '#server/tenants/clubs/office.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Parts } from '#server/parts.ts'
import { readRosterState } from './state.ts'

/** What the course provider keeps is read each night; the office sees how that went. */
export function rosterRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/rosters',
    {
      schema: { security: secured, querystring: Type.Object({}, strict), response: { 200: RosterState, ...problems } },
    },
    async (request) => {
      const session = await parts.session(request)
      return parts.read(session, async (tx) => readRosterState(tx, await officeOf(tx, session, parts.now())))
    },
  )
}
