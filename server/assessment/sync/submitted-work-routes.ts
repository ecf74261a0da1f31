import { Type } from 'typebox'
import {
  ClosedAuthors,
  ClosedAuthorsQuery,
  SubmittedWork,
  SubmitWorkBody,
  SubmittedWorkDecision,
  SubmitWorkReply,
} from '#contract/assessment/submitted-work.ts'
import { strict } from '#contract/platform/fields.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { acceptSubmittedWork, declineSubmittedWork, listSubmittedWork } from './accept-submitted-work.ts'
import { closedAuthors, submitWork } from './submit-work.ts'

/** No query parameter is allowed. */
const querystring = Type.Object({}, strict)

/** Refuses everybody but a coach who works at the session's club today. */
async function refuseUnlessCoachOfClub(tx: Tx, session: Session): Promise<void> {
  const clubs = await clubsOf(tx, session.userId, { logos: false, languages: false })
  if (!clubs.some((club) => club.id === session.clubId)) throw new Refusal('AUTH_CLUB_NOT_FOUND')
}

/**
 * Work that a coach whose account is closed left on a tablet [R7.25]: another coach submits it from there, and an
 * administrator accepts or declines it.
 */
export function submittedWorkRoutes(app: App, deps: CurriculumDeps): void {
  const pushDeps = { ...deps, onError: (error: unknown) => app.log.error({ err: error }, 'submitted work') }

  app.get(
    '/v1/sync/closed-authors',
    {
      config: { action: 'submitted-work.submit' },
      schema: { security: secured, querystring: ClosedAuthorsQuery, response: { 200: ClosedAuthors, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await refuseUnlessCoachOfClub(tx, session)
        // the query has one id as a text, several as a list
        return closedAuthors(tx, session.clubId ?? '', [request.query['author[]']].flat())
      })
    },
  )

  app.post(
    '/v1/sync/submitted-work',
    {
      config: { action: 'submitted-work.submit' },
      schema: { security: secured, querystring, body: SubmitWorkBody, response: { 200: SubmitWorkReply, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        await refuseUnlessCoachOfClub(tx, session)
        return submitWork(tx, session, request.body, new Date(deps.now()))
      })
    },
  )

  app.get(
    '/v1/submitted-work',
    {
      config: { action: 'submitted-work.decide' },
      schema: { security: secured, querystring, response: { 200: Type.Array(SubmittedWork), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) =>
        listSubmittedWork(tx, deps.secrets, await clubContextOf(tx, session, deps.now()), languageOf(session.language)),
      )
    },
  )

  // the reply lists the work that still waits for a decision
  app.post(
    '/v1/submitted-work/decision',
    {
      config: { action: 'submitted-work.decide' },
      schema: {
        security: secured,
        querystring,
        body: SubmittedWorkDecision,
        response: { 200: Type.Array(SubmittedWork), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { decision, ops } = request.body
      // accepting is idempotent by itself and takes several transactions, so it is not within `writeOnce`
      if (decision === 'accept')
        await acceptSubmittedWork(
          pushDeps,
          await deps.read(session, (tx) => clubContextOf(tx, session, deps.now())),
          ops,
        )
      else
        await deps.writeOnce(session, request, reply, async (tx) => {
          await declineSubmittedWork(tx, await clubContextOf(tx, session, deps.now()), ops)
        })
      return deps.read(session, async (tx) =>
        listSubmittedWork(tx, deps.secrets, await clubContextOf(tx, session, deps.now()), languageOf(session.language)),
      )
    },
  )
}
