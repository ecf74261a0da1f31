import { Type } from 'typebox'
import {
  ClosedAuthors,
  ClosedAuthorsQuery,
  Deposit,
  DepositBody,
  DepositDecision,
  DepositReply,
} from '#contract/assessment/deposits.ts'
import { strict } from '#contract/platform/fields.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, wordsOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App, Deps } from '#server/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { acceptDeposits, declineDeposits, listDeposits } from './accept-deposits.ts'
import { closedAuthors, deposit } from './deposits.ts'

const querystring = Type.Object({}, strict)

/** Only at a club where the coach works today. */
async function refuseStranger(tx: Tx, session: Session): Promise<void> {
  if (session.type !== 'coach') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const clubs = await clubsOf(tx, session.userId, { logos: false, languages: false })
  if (!clubs.some((club) => club.id === session.clubId)) throw new Refusal('AUTH_CLUB_NOT_FOUND')
}

/** What was left on a tablet by somebody whose account is closed [R7.25]. */
export function depositRoutes(app: App, deps: Deps): void {
  const pushDeps = { ...deps, onError: (error: unknown) => app.log.error({ err: error }, 'deposits') }

  app.get(
    '/v1/sync/closed-authors',
    { schema: { security: secured, querystring: ClosedAuthorsQuery, response: { 200: ClosedAuthors, ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await refuseStranger(tx, session)
        return closedAuthors(tx, session.clubId ?? '', [request.query['author[]']].flat())
      })
    },
  )

  app.post(
    '/v1/sync/deposit',
    { schema: { security: secured, querystring, body: DepositBody, response: { 200: DepositReply, ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        await refuseStranger(tx, session)
        return deposit(tx, session, request.body, new Date(deps.now()))
      })
    },
  )

  app.get(
    '/v1/deposits',
    { schema: { security: secured, querystring, response: { 200: Type.Array(Deposit), ...problems } } },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) =>
        listDeposits(tx, deps.secrets, await clubContextOf(tx, session, deps.now()), wordsOf(session.language)),
      )
    },
  )

  // answers what still waits
  app.post(
    '/v1/deposits/decision',
    {
      schema: {
        security: secured,
        querystring,
        body: DepositDecision,
        response: { 200: Type.Array(Deposit), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { decision, ops } = request.body
      if (decision === 'accept')
        await acceptDeposits(pushDeps, await deps.read(session, (tx) => clubContextOf(tx, session, deps.now())), ops)
      else
        await deps.writeOnce(session, request, reply, async (tx) => {
          await declineDeposits(tx, await clubContextOf(tx, session, deps.now()), ops)
        })
      return deps.read(session, async (tx) =>
        listDeposits(tx, deps.secrets, await clubContextOf(tx, session, deps.now()), wordsOf(session.language)),
      )
    },
  )
}
