import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import fastify, { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import { TypeBoxValidatorCompiler, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { API_VERSION } from '#contract/platform/version.ts'
import { MaintenanceProblem } from '#contract/tenants/maintenance.ts'
import { guardRoutes, withRight } from './gate.ts'
import { accountRoutes } from './identity/account/routes.ts'
import { apiTokenRoutes } from './identity/api-tokens/routes.ts'
import { API_TOKEN_PREFIX } from './identity/api-tokens/secret.ts'
import { apiSession } from './identity/api-tokens/session.ts'
import { authRoutes } from './identity/auth/routes.ts'
import { Maintenance } from './tenants/clients/maintenance.ts'
import { maintenanceRoutes } from './tenants/clients/maintenance-routes.ts'
import { clientSettingsRoutes } from './tenants/client-settings/routes.ts'
import { clientWordRoutes } from './tenants/client-words/routes.ts'
import { clientRoutes } from './tenants/clients/routes.ts'
import { clubRoutes } from './tenants/clubs/routes.ts'
import { clubTaskRoutes } from './tenants/club-tasks/routes.ts'
import { docsRoutes } from './platform/docs/routes.ts'
import { documentRoutes } from './notices/documents/routes.ts'
import type { Announcement, Hub } from './platform/events/hub.ts'
import { eventRoutes } from './tenants/events/routes.ts'
import { clientFileRoutes } from './tenants/client-files/routes.ts'
import { fileRoutes } from './flows/files/routes.ts'
import type { FileStore } from './platform/files/storage.ts'
import { groupRoutes } from './scheduling/groups/routes.ts'
import type { Addresses } from './platform/http/addresses.ts'
import { BODY_MS, endStalledBody } from './platform/http/body-deadline.ts'
import { handleErrors, problem } from './platform/http/errors.ts'
import { healthRoutes, type Unready } from './platform/http/health.ts'
import { readJsonBodies, refuseNul } from './platform/http/json-body.ts'
import { writeOnce } from './platform/http/once.ts'
import { refuseUnderPressure } from './platform/http/pressure.ts'
import { loggedRequest, recordRequests } from './platform/http/request-log.ts'
import { serializerWhenNeeded } from './platform/http/serializers.ts'
import { Stop } from './platform/http/stop.ts'
import { Hosts, normalizeHost, refuseTwoHosts } from './platform/http/tenant.ts'
import { bearerOf, type Session, type Tokens } from './platform/http/session.ts'
import { readImpact } from './assessment/progress/impact.ts'
import type { SchemeDeps } from './curriculum/deps.ts'
import type { LoginDeps } from './identity/deps.ts'
import { parseUpload } from './flows/parsing/parser.ts'
import type { App } from './platform/deps.ts'
import type { Replica } from './platform/replica.ts'
import type { SecretBox } from './platform/secret-box.ts'
import { inTenant, type Database } from './platform/tenancy.ts'
import { assessmentRoutes } from './assessment/history/assessments.ts'
import { labelSetRoutes } from './curriculum/label-sets/routes.ts'
import { lessonPlanRoutes } from './assessment/lesson-plans/routes.ts'
import { guestRoutes } from './flows/guests/routes.ts'
import { mergeRoutes } from './flows/merges/routes.ts'
import { clientMemberRoutes } from './members/client-routes.ts'
import { clubMemberRoutes } from './members/club-routes.ts'
import { manifestRoutes } from './manifest.ts'
import { broughtLevelRoutes } from './assessment/brought-levels/routes.ts'
import { linkedMemberRoutes } from './assessment/linked-members/routes.ts'
import { memberRecordRoutes } from './assessment/member-record/routes.ts'
import { memberBulkRoutes } from './scheduling/member-bulk/routes.ts'
import { clubExportRoutes } from './flows/club-export/routes.ts'
import { clubReturnRoutes } from './flows/club-return/routes.ts'
import { exportRoutes } from './flows/export/routes.ts'
import { erasureRoutes } from './flows/erasure/routes.ts'
import { notificationRoutes } from './notices/notifications/routes.ts'
import { printRoutes } from './assessment/print/routes.ts'
import { memberImportRoutes } from './flows/imports/routes.ts'
import type { Providers } from './identity/providers/providers.ts'
import type { Curricula } from './curriculum/schemes/curriculum.ts'
import { pageViewRoutes } from './tenants/page-views/routes.ts'
import { parentRoutes } from './members/parents/routes.ts'
import { levelListRoutes } from './reports/level-list-routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { retentionRoutes } from './flows/retention/routes.ts'
import { rosterRoutes } from './flows/rosters/routes.ts'
import { schemeRoutes } from './curriculum/schemes/routes.ts'
import { sessionRoutes } from './scheduling/sessions/routes.ts'
import { todayRoutes } from './scheduling/sessions/today-routes.ts'
import { sharingRoutes } from './curriculum/sharing/routes.ts'
import { submittedWorkRoutes } from './assessment/sync/submitted-work-routes.ts'
import { syncRoutes } from './assessment/sync/routes.ts'
import { changeSetRoutes } from './flows/change-sets/routes.ts'
import { tagRoutes } from './curriculum/tags/routes.ts'
import { termBoardRoutes } from './flows/term-board/routes.ts'
import { unsubscribeRoutes } from './notices/unsubscribes/routes.ts'
import { userListRoutes } from './identity/users/list-routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import { taskRoutes } from './flows/tasks/routes.ts'
import { oversightRoutes } from './tenants/oversight/routes.ts'
import { webRoutes, type WebFiles } from './web.ts'

export interface AppOptions {
  db: Database
  /** Serves the reads of routes that say so; without it `db` serves all. */
  replica?: Replica | null
  curricula: Curricula
  tokens: Tokens
  hub: Hub
  /** Tells the event streams of all processes what a committed change touched. */
  announce: (announcement: Announcement) => void
  addresses: Addresses
  providers: Providers
  files: FileStore
  /** As of `Deps`. */
  secrets: SecretBox
  /** As of `Deps`. */
  pepper: Uint8Array
  /** The clock; `Date.now` when left out. */
  now?: () => number
  /** The stop of this server; without it `close` alone begins it. */
  stop?: Stop
  /** What makes this server unready; without it nothing does but its stop. */
  findFault?: () => Promise<Unready | null>
  /** Without it only the API is served, no portal. */
  web?: WebFiles
  /** Handlers of other host names that this process serves too: the demo's login providers. */
  otherHosts?: ReadonlyMap<string, RawHandler>
  /** The time limit for a request's body, in ms; see `endStalledBody`. */
  bodyMs?: number
  /** Event loop delay, in ms, above which calls are answered 503. 0 turns this off: tests run on busy machines. */
  maxDelayMs?: number
  logLevel?: string
  trustProxy?: string | false
}

/** Handles a request without fastify. */
export type RawHandler = (request: IncomingMessage, reply: ServerResponse) => void

const NO_QUERY = Type.Object({}, strict)
/**
 * In bytes. The largest common body, a batch of 50 sync operations, stays far below it; routes that need more set their
 * own limit.
 */
const BODY_LIMIT = 256 * 1024
/** Time limit for the headers of a request, in ms. */
const HEADERS_MS = 20_000

function loggerOptions(level: string | undefined) {
  if (level === undefined || level === 'silent') return false
  return { level, serializers: { req: loggedRequest } }
}

/** Builds the HTTP application with all routes, without opening a socket, so that tests can call it directly. */
export async function createApp(options: AppOptions): Promise<App> {
  const bodyMs = options.bodyMs ?? BODY_MS
  const app: App = fastify({
    logger: loggerOptions(options.logLevel),
    // `recordRequests` writes one line when a request has ended
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    requestIdHeader: false,
    genReqId: (request) => {
      const requestId = request.headers['x-request-id']
      const isValid = typeof requestId === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(requestId)
      return isValid ? requestId : crypto.randomUUID()
    },
    // The router cannot parse the URL. Fastify's own answer would not have our problem format. Its message begins with
    // the URL, which may be long, and ends with the reason.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      // Fastify runs no hooks for such a request.
      endStalledBody(request.raw, reply.raw, bodyMs)
      void reply
        .header('x-request-id', request.id)
        .code(400)
        .type('application/problem+json')
        .send(problem('INVALID_REQUEST', `address: ${error.message.slice(-60)}`))
    },
    // A node id in a path has up to 500 characters; fastify's own limit is 100.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    // What arrives during a stop is answered like any other request. `Stop` waits for it, and then connections without a
    // request, such as those that browsers open in advance, are closed.
    return503OnClosing: false,
    forceCloseConnections: true,
    // Node looks for connections beyond the time limit only this often, by default every 30 seconds.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(TypeBoxValidatorCompiler)
  app.setSerializerCompiler(serializerWhenNeeded)

  const stop = options.stop ?? new Stop()
  stop.watch(app, () => options.hub.close())
  const hosts = new Hosts(options.db, options.now ?? Date.now)
  // A request asks for its session several times. Because of this cache the session is checked once, and a request with
  // an API token is counted once.
  const sessions = new WeakMap<FastifyRequest, Promise<Session>>()
  const noteCaller = recordRequests(app)
  const openSession = async (request: FastifyRequest) => {
    const tenant = await hosts.tenantOf(request)
    const token = bearerOf(request)
    const session = token.startsWith(API_TOKEN_PREFIX)
      ? await apiSession(options.db, tenant, token, deps.now())
      : await options.tokens.session(request, tenant)
    return withRight(noteCaller(request, session), request)
  }
  const deps: LoginDeps & SchemeDeps = {
    db: options.db,
    tokens: options.tokens,
    hub: options.hub,
    curricula: options.curricula,
    now: options.now ?? Date.now,
    announce: options.announce,
    addresses: options.addresses,
    providers: options.providers,
    files: options.files,
    secrets: options.secrets,
    pepper: options.pepper,
    readImpact,
    parseFile: parseUpload,
    tenant: async (request) => noteCaller(request, await hosts.tenantOf(request)),
    session: (request) => {
      const session = sessions.get(request) ?? openSession(request)
      sessions.set(request, session)
      return session
    },
    read: (caller, work) => {
      const user = 'type' in caller ? caller : ({ type: 'anybody', originalUserId: null, clubId: null } as const)
      const replica = 'mayReadReplica' in caller && caller.mayReadReplica ? options.replica : null
      if (replica) return replica.read(caller.clientId, work, user)
      return inTenant(options.db, caller.clientId, 'read', work, user)
    },
    auditedWrite: (session, work) => inTenant(options.db, session.clientId, 'write', work, session),
    writeOnce: (session, request, reply, work) => writeOnce(deps, session, request, reply, work),
  }

  // The event streams of a session end with it; `families` are the ids of sessions (families of refresh tokens).
  options.tokens.onSessionsForgotten((families) => options.hub.end(families))
  handleErrors(app)
  app.addHook('onRequest', (request, reply, done) => {
    endStalledBody(request.raw, reply.raw, bodyMs)
    done()
  })
  refuseTwoHosts(app)
  readJsonBodies(app)
  refuseNul(app)
  const { otherHosts } = options
  if (otherHosts) {
    app.addHook('onRequest', (request, reply, done) => {
      const handler = otherHosts.get(normalizeHost(request.host))
      if (!handler) return done()
      reply.hijack()
      handler(request.raw, reply.raw)
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/v1/')) reply.headers({ 'x-api-version': API_VERSION, 'cache-control': 'no-store' })
    done()
  })
  // This comes before the hooks that can refuse a request, so that refusals carry these headers too.
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
        // `web/shell/start/install-on-device.ts` creates the policy `rungs`, the library DOMPurify the other one.
        trustedTypes: ['rungs', 'dompurify'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
  })
  // A route that declares no query parameters accepts none.
  app.addHook('onRoute', ({ url, schema }) => {
    if (schema && url.startsWith('/v1/')) schema.querystring ??= NO_QUERY
  })
  // Every route with the common error responses may answer 540 during maintenance; the API documentation says so.
  app.addHook('onRoute', ({ schema }) => {
    const responses = schema?.response as object | undefined
    if (responses && '4xx' in responses) Object.assign(responses, { 540: MaintenanceProblem })
  })
  const maintenance = new Maintenance(options.db, deps.now)
  app.addHook('onRequest', async (request, reply) => {
    const tenant = request.url.startsWith('/v1/') ? await hosts.find(request.host) : null
    const problemDetails = tenant === null ? null : await maintenance.answer(tenant, request.headers['accept-language'])
    // This is sent as text, because a route's own problem schema would drop the additional fields.
    if (problemDetails === null) return undefined
    return reply.code(problemDetails.status).type('application/problem+json').send(JSON.stringify(problemDetails))
  })
  guardRoutes(app, deps.session)
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // A low quality, because the caller waits while the reply is compressed.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await refuseUnderPressure(app, options.maxDelayMs ?? 2_000)
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

  healthRoutes(app, stop, options.findFault ?? (async () => null))
  await apiRoutes(app, deps)
  if (options.web) await webRoutes(app, deps, options.web)
  await app.ready()
  return app
}

/** All routes of the API. */
async function apiRoutes(app: App, deps: LoginDeps & SchemeDeps): Promise<void> {
  clientRoutes(app, deps)
  maintenanceRoutes(app, deps)
  authRoutes(app, deps)
  userRoutes(app, deps)
  parentRoutes(app, deps)
  accountRoutes(app, deps)
  printRoutes(app, deps)
  await unsubscribeRoutes(app, deps)
  userListRoutes(app, deps)
  apiTokenRoutes(app, deps)
  clubRoutes(app, deps)
  clubTaskRoutes(app, deps)
  linkedMemberRoutes(app, deps)
  mergeRoutes(app, deps)
  guestRoutes(app, deps)
  clubMemberRoutes(app, deps)
  memberRecordRoutes(app, deps)
  broughtLevelRoutes(app, deps)
  memberBulkRoutes(app, deps)
  exportRoutes(app, deps)
  clubExportRoutes(app, deps)
  erasureRoutes(app, deps)
  clientMemberRoutes(app, deps)
  assessmentRoutes(app, deps)
  await memberImportRoutes(app, deps)
  await clubReturnRoutes(app, deps)
  groupRoutes(app, deps)
  rosterRoutes(app, deps)
  sessionRoutes(app, deps)
  todayRoutes(app, deps)
  changeSetRoutes(app, deps)
  termBoardRoutes(app, deps)
  lessonPlanRoutes(app, deps)
  reportRoutes(app, deps)
  levelListRoutes(app, deps)
  retentionRoutes(app, deps)
  schemeRoutes(app, deps)
  await fileRoutes(app, deps)
  clientFileRoutes(app, deps)
  documentRoutes(app, deps)
  notificationRoutes(app, deps)
  tagRoutes(app, deps)
  labelSetRoutes(app, deps)
  clientWordRoutes(app, deps)
  clientSettingsRoutes(app, deps)
  sharingRoutes(app, deps)
  syncRoutes(app, deps)
  submittedWorkRoutes(app, deps)
  eventRoutes(app, deps)
  pageViewRoutes(app, deps)
  taskRoutes(app, deps)
  oversightRoutes(app, deps)
  manifestRoutes(app, deps)
  docsRoutes(app, deps)
}
