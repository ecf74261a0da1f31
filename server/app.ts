import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify from 'fastify'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import { TypeBoxValidatorCompiler, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { API_VERSION } from '#contract/version.ts'
import { authRoutes } from './auth/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { clubRoutes } from './clubs/routes.ts'
import type { Announcement, Hub } from './events/hub.ts'
import { eventRoutes } from './events/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import type { Addresses } from './http/addresses.ts'
import { handleErrors } from './http/errors.ts'
import { readJsonBodies } from './http/json-body.ts'
import { writeOnce } from './http/once.ts'
import { Hosts, normalHost } from './http/tenant.ts'
import type { Tokens } from './http/session.ts'
import type { App, Mail, Parts } from './parts.ts'
import { inTenant, type Database } from './tenancy.ts'
import { clubMemberRoutes } from './members/club-routes.ts'
import { memberRoutes } from './members/routes.ts'
import type { Providers } from './providers/providers.ts'
import type { Curricula } from './schemes/curriculum.ts'
import { parentRoutes } from './parents/routes.ts'
import { schemeRoutes } from './schemes/routes.ts'
import { syncRoutes } from './sync/routes.ts'
import { unsubscribeRoutes } from './unsubscribes/routes.ts'
import { userListRoutes } from './users/list-routes.ts'
import { userRoutes } from './users/routes.ts'
import { webRoutes, type WebFiles } from './web.ts'

export interface AppOptions {
  db: Database
  curricula: Curricula
  tokens: Tokens
  hub: Hub
  announce: (announcement: Announcement) => void
  addresses: Addresses
  mail: Mail
  providers: Providers
  pinSecret: Uint8Array
  now?: () => number
  web?: WebFiles
  /** What answers at other host names of this process: the demo's providers. */
  beside?: ReadonlyMap<string, Beside>
  logLevel?: string
  trustProxy?: string | false
}

/** Answers a request by itself. */
export type Beside = (request: IncomingMessage, reply: ServerResponse) => void

/** A batch of 50 operations is far below it; nothing else is larger. */
const BODY_LIMIT = 256 * 1024

export async function createApp(options: AppOptions): Promise<App> {
  const app: App = fastify({
    logger:
      options.logLevel === undefined || options.logLevel === 'silent'
        ? false
        : {
            level: options.logLevel,
            redact: ['req.headers.authorization'],
            // what travels in an address: a token because mail programs post to it, code and state because providers say so
            serializers: {
              req: ({ method, url, ip }) => ({ method, url: url.replace(/\b(token|code|state)=[^&]+/g, '$1='), ip }),
            },
          },
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    requestIdHeader: false,
    genReqId: (request) => {
      const sent = request.headers['x-request-id']
      return typeof sent === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(sent) ? sent : crypto.randomUUID()
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    forceCloseConnections: true,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(TypeBoxValidatorCompiler)

  const hosts = new Hosts(options.db, options.now ?? Date.now)
  const parts: Parts = {
    db: options.db,
    tokens: options.tokens,
    hub: options.hub,
    curricula: options.curricula,
    now: options.now ?? Date.now,
    announce: options.announce,
    addresses: options.addresses,
    mail: options.mail,
    providers: options.providers,
    pinSecret: options.pinSecret,
    tenant: (request) => hosts.of(request),
    session: async (request) => options.tokens.session(request, await hosts.of(request)),
    read: (tenant, work) => inTenant(options.db, tenant.clientId, 'read', work),
    write: (session, request, reply, work) => writeOnce(options.db, session, request, reply, parts.now(), work),
  }

  handleErrors(app)
  readJsonBodies(app)
  const { beside } = options
  if (beside) {
    app.addHook('onRequest', (request, reply, done) => {
      const other = beside.get(normalHost(request.host))
      if (!other) return done()
      reply.hijack()
      other(request.raw, reply.raw)
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/v1/')) reply.headers({ 'x-api-version': API_VERSION, 'cache-control': 'no-store' })
    done()
  })
  // who may not call at all is told before the body is read
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.schema?.security) await parts.session(request)
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['rungs', 'dompurify'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })
  await app.register(underPressure, { maxEventLoopDelay: 2_000, retryAfter: 2 })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rungs',
        version: API_VERSION,
        description: 'Skills curricula, assessments and progress of activity clubs.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })

  clientRoutes(app, parts)
  authRoutes(app, parts)
  userRoutes(app, parts)
  parentRoutes(app, parts)
  await unsubscribeRoutes(app, parts)
  userListRoutes(app, parts)
  clubRoutes(app, parts)
  memberRoutes(app, parts)
  clubMemberRoutes(app, parts)
  groupRoutes(app, parts)
  schemeRoutes(app, parts)
  syncRoutes(app, parts)
  eventRoutes(app, parts)
  app.get('/v1/openapi.json', { schema: { hide: true } }, () => app.swagger())
  if (options.web) await webRoutes(app, parts, options.web)
  await app.ready()
  return app
}
