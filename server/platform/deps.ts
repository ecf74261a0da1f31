import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Announcement, Hub } from '#server/platform/events/hub.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import type { Addresses } from '#server/platform/http/addresses.ts'
import type { Session, Tokens } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import type { SecretBox } from './secret-box.ts'
import type { Database, Tx } from './tenancy.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The dependencies of all routes. Those that only some routes need stand in `deps.ts` of their subject. */
export interface Deps {
  db: Database
  tokens: Tokens
  hub: Hub
  now: () => number
  /** Tells event streams what a change touched; to be called after its commit. */
  announce: (announcement: Announcement) => void
  addresses: Addresses
  files: FileStore
  /** The hashes of PINs depend on it, and the secrets of API tokens are derived from it; see `readPepper`. */
  pepper: Uint8Array
  /** Encrypts values that the database must not hold as plain text. */
  secrets: SecretBox
  /** The tenant of a request, by its host. Refuses an unknown host with 404. */
  tenant: (request: FastifyRequest) => Promise<Tenant>
  /** The session of a request. Refuses with 401 when the request has no valid access token for its host. */
  session: (request: FastifyRequest) => Promise<Session>
  /** Runs a read-only transaction of one tenant, for a user or, without a session, for anybody. */
  read: <T>(caller: Tenant | Session, work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Runs a write of a logged-in user that may run again when the request is repeated, such as a download or the end of
   * a session. Its entries in the audit log name the session's club.
   */
  auditedWrite: <T>(session: Session, work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Runs a write of a logged-in user once, however often the same request arrives, and stores its answer for repeats.
   */
  writeOnce: <T>(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Tx) => Promise<T>,
  ) => Promise<T>
}
