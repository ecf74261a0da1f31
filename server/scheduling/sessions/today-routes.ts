import { Type } from 'typebox'
import { DateText, strict, Uuid } from '#contract/platform/fields.ts'
import { Today, TodaysSession } from '#contract/scheduling/today.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { readToday, remindOfRegister } from './todays-registers.ts'

const querystring = Type.Object({}, strict)
const SessionParams = Type.Object({ id: Uuid, date: DateText })

/** The registers of the day at the club that an administrator works in. */
export function todayRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/today',
    {
      config: { action: 'registers.read' },
      schema: { security: secured, querystring, response: { 200: Today, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => readToday(tx, await clubContextOf(tx, session, deps.now())))
    },
  )

  app.post(
    '/v1/groups/:id/sessions/:date/reminder',
    {
      config: { action: 'registers.remind' },
      schema: { security: secured, params: SessionParams, querystring, response: { 200: TodaysSession, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id, date } = request.params
      // nothing that devices hold changes
      return clubWrite(deps, session, request, reply, async (tx, context) => ({
        answer: await remindOfRegister(tx, context, id, date),
        changed: [],
        parents: [],
      }))
    },
  )
}
