import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ARCHIVE_BYTES, ClubReturn } from '#contract/flows/club-return.ts'
import { strict } from '#contract/platform/fields.ts'
import { parseUpload } from '#server/flows/parsing/parser.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubContextOf, refuseIfProviderOwns } from '#server/tenants/clubs/club-context.ts'
import { clubTrial, clubWrite } from '#server/tenants/clubs/club-write.ts'
import { withLogo } from './logo.ts'
import { returnClub } from './return-club.ts'

const ARCHIVE = 'application/zip'
const NoQuery = Type.Object({}, strict)

/** Takes the archive of a club's export back, of this club or another one, or only says what that would do. */
export async function clubReturnRoutes(app: App, deps: CurriculumDeps): Promise<void> {
  // the parser of archives is registered for these routes only
  await app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(ARCHIVE, { parseAs: 'buffer', bodyLimit: ARCHIVE_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const takeBack = async (request: FastifyRequest, reply: FastifyReply, isTrial: boolean): Promise<ClubReturn> => {
      const session = await deps.session(request)
      if (!Buffer.isBuffer(request.body)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE', { detail: ARCHIVE })
      await deps.read(session, async (tx) => refuseIfProviderOwns(await clubContextOf(tx, session, deps.now())))
      const archive = await parseUpload(session.clientId, { as: 'club', bytes: request.body })
      const write = isTrial ? clubTrial : clubWrite
      return withLogo(deps.files, session.clientId, archive.logo, isTrial, (logo) =>
        write(deps, session, request, reply, async (tx, context) => {
          const { result, changed } = await returnClub(tx, context, deps.curricula, archive, logo)
          return { answer: { ...result, done: !isTrial }, changed }
        }),
      )
    }
    const schema = {
      security: secured,
      querystring: NoQuery,
      consumes: [ARCHIVE],
      response: { 200: ClubReturn, ...problems },
    }
    const options = { config: { action: 'club.return' }, bodyLimit: ARCHIVE_BYTES, schema } as const
    scope.post('/v1/club-return', options, (request, reply) => takeBack(request, reply, false))
    scope.post('/v1/club-return/trial', options, (request, reply) => takeBack(request, reply, true))
    done()
  })
}
