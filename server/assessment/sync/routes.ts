import { Type } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { ChangesQuery, ChangesReply, PushBody, PushReply, SyncKey } from '#contract/assessment/sync.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { operations, syncLag } from '#server/platform/metrics/metrics.ts'
import { inTenant, withLongWait } from '#server/platform/tenancy.ts'
import { readChanges } from './changes.ts'
import { featuresAt } from './club-features.ts'
import { sharedPushes } from './shared-pushes.ts'
import { attendanceDaysOf } from './tablet-days.ts'
import { textKey } from './text-key.ts'

/** The sync protocol of the coaches' devices: push of operations, pull of changes, and the key that encrypts texts. */
export function syncRoutes(app: App, deps: CurriculumDeps): void {
  const push = sharedPushes({
    ...deps,
    db: withLongWait(deps.db),
    onError: (error: unknown) => app.log.error({ err: error }, 'push'),
  })

  app.post(
    '/v1/sync/push',
    {
      config: { action: 'assess.sync' },
      schema: { security: secured, body: PushBody, response: { 200: PushReply, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const reply = await push(session, request.body)
      for (const { outcome } of reply.outcomes) operations.inc({ outcome })
      for (const { stamp } of request.body.operations) syncLag.observe(Math.max(0, reply.serverTime - stamp.ms) / 1_000)
      return reply
    },
  )

  // the first request creates the key, and every request gets the same one
  app.post(
    '/v1/sync/key',
    {
      config: { action: 'assess.sync' },
      schema: { security: secured, querystring: Type.Object({}, strict), response: { 200: SyncKey, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const key = await inTenant(deps.db, session.clientId, 'write', (tx) =>
        textKey(tx, deps.secrets, session.clientId, session.userId),
      )
      return { key }
    },
  )

  app.get(
    '/v1/sync/changes',
    {
      config: { action: 'assess.sync' },
      schema: { security: secured, querystring: ChangesQuery, response: { 200: ChangesReply, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const clubId = request.query.club_id ?? session.clubId ?? ''
      return deps.read(session, async (tx) => {
        const clubs = await clubsOf(tx, session.userId, { logos: false, languages: false })
        if (!clubs.some((club) => club.id === clubId)) throw new Refusal('NOT_FOUND', { field: 'club_id' })
        // without the right, `all` is ignored rather than refused [6.22], so that a device whose right has ended loads
        // only the coach's own groups again
        const features = await featuresAt(tx, session, clubId)
        const all = request.query.all === '1' && Boolean(features['IMPORT_ALL_CLASSES'])
        const { cursor = '' } = request.query
        return readChanges(tx, session.userId, clubId, cursor, deps.now(), all, attendanceDaysOf(features))
      })
    },
  )
}
