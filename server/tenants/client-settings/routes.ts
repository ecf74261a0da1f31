import { Type } from 'typebox'
import {
  ClientSettings,
  ClientSettingsPatch,
  ClubFeatures,
  ClubFeaturesBody,
} from '#contract/tenants/client-settings.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { changeClientSettings, readClientSettings, readClubFeatures, setClubFeatures } from './settings.ts'

const querystring = Type.Object({}, strict)
const ClubParams = Type.Object({ id: Uuid })

/** The client's settings for all its portals: feature flags, colours, login codes. */
export function clientSettingsRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/client-settings',
    {
      config: { action: 'client-settings.manage' },
      schema: { security: secured, querystring, response: { 200: ClientSettings, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return readClientSettings(tx)
      })
    },
  )
  app.patch(
    '/v1/client-settings',
    {
      config: { action: 'client-settings.manage' },
      schema: {
        security: secured,
        querystring,
        headers: IfMatch,
        body: ClientSettingsPatch,
        response: { 200: ClientSettings, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const endedFamilies: string[] = []
      const answer = await deps.writeOnce(session, request, reply, async (tx) => {
        const context = { ...(await clientContextOf(tx, session)), nowMs: deps.now() }
        endedFamilies.push(...(await changeClientSettings(tx, context, request.body, request.headers['if-match'])))
        return readClientSettings(tx)
      })
      deps.tokens.forget(endedFamilies)
      return answer
    },
  )
  app.get(
    '/v1/clubs/:id/features',
    {
      config: { action: 'client-settings.manage' },
      schema: { security: secured, params: ClubParams, querystring, response: { 200: ClubFeatures, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return readClubFeatures(tx, request.params.id)
      })
    },
  )
  app.put(
    '/v1/clubs/:id/features',
    {
      config: { action: 'client-settings.manage' },
      schema: {
        security: secured,
        params: ClubParams,
        querystring,
        headers: Type.Partial(IfMatch),
        body: ClubFeaturesBody,
        response: { 200: ClubFeatures, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id } = request.params
      return deps.writeOnce(session, request, reply, async (tx) => {
        const context = await clientContextOf(tx, session)
        await setClubFeatures(tx, context, id, request.body.features, request.headers['if-match'])
        return readClubFeatures(tx, id)
      })
    },
  )
}
