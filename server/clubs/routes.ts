import { Type } from 'typebox'
import { Club } from '#contract/clubs.ts'
import { Flag, strict } from '#contract/fields.ts'
import type { App, Parts } from '#server/parts.ts'
import { problems, secured } from '#server/http/schemas.ts'
import { clubsOf } from './queries.ts'

const ClubsQuery = Type.Object({ with_logos: Type.Optional(Flag), with_languages: Type.Optional(Flag) }, strict)

export function clubRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/clubs',
    { schema: { security: secured, querystring: ClubsQuery, response: { 200: Type.Array(Club), ...problems } } },
    async (request) => {
      const session = await parts.session(request)
      const { with_logos, with_languages } = request.query
      return parts.read(session, (tx) =>
        clubsOf(tx, session.userId, { logos: with_logos === '1', languages: with_languages === '1' }),
      )
    },
  )
}
