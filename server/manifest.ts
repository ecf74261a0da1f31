import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Uuid } from '#contract/platform/fields.ts'
import { iconPath, iconPicture, logoPicture, readLook } from './tenants/clients/look.ts'
import { readClient } from './tenants/clients/queries.ts'
import { Refusal } from './platform/http/errors.ts'
import { languageOf } from './platform/http/schemas.ts'
import { lookOf } from './platform/mail/look.ts'
import type { App, Deps } from './platform/deps.ts'
import { serverWords } from './platform/words.ts'

/** The sides of the icons, in pixels. */
const ICON_SIZES = [192, 512] as const

/**
 * The web app manifest, with which parents and coaches can install their portal, and the tenant's icons and logo. The
 * portals of clubs and schemes need no installation.
 */
export function manifestRoutes(app: App, deps: Deps): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const tenant = await deps.tenant(request)
    if (tenant.portal !== 'parent' && tenant.portal !== 'coach') throw new Refusal('NOT_FOUND')
    const [client, look] = await deps.read(tenant, async (tx) => [
      await readClient(tx, tenant.portal),
      await readLook(tx),
    ])
    const language = client.languages.find((candidate) => candidate.active === 1)?.language ?? 'en-GB'
    const { brand } = lookOf(look.theme, look.own)
    // the coach portal has the word for coach in its name, to tell it from the parent portal
    const nameSuffix = tenant.portal === 'coach' ? `, ${serverWords(languageOf(language), {})('print.coach')}` : ''
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          id: `/${tenant.portal}`,
          name: client.name + nameSuffix,
          short_name: client.name,
          lang: language,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: brand,
          theme_color: brand,
          icons: ICON_SIZES.map((size) => ({
            src: iconPath(look, size),
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose: 'any maskable',
          })),
        }),
      )
  })
  // iOS requests this path whatever the manifest says.
  app.get('/apple-touch-icon.png', { schema: { hide: true } }, async (request, reply) => {
    const tenant = await deps.tenant(request)
    const look = await deps.read(tenant, readLook)
    return reply.header('cache-control', 'no-cache').redirect(iconPath(look, 192), 302)
  })
  // The hash only makes browsers load an icon that has changed; the reply is always the current one.
  app.get('/themes/icon-:size(192|512)-:hash([0-9a-f]{8}).png', { schema: { hide: true } }, async (request, reply) => {
    const look = await deps.read(await deps.tenant(request), readLook)
    const { size } = request.params as { size: string }
    return sendPicture(reply, await iconPicture(deps.files, look, Number(size)))
  })
  // The login page shows the logo, so the usual rights for files do not apply; only the client's current logo is
  // served.
  app.get(
    '/themes/logo-:id.png',
    { schema: { hide: true, params: Type.Object({ id: Uuid }) } },
    async (request, reply) => {
      const look = await deps.read(await deps.tenant(request), readLook)
      if (look.logo !== request.params.id) throw new Refusal('NOT_FOUND')
      return sendPicture(reply, await logoPicture(deps.files, look))
    },
  )
}

function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('image/png').send(picture)
}
