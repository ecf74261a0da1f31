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

/** Told after the commit of a transaction that put mail into the queue. */
export interface Mail {
  wake: (clientId: string) => void
}

/** What all routes work with. What only some need besides stands in `deps.ts` of the first subject that has it. */
export interface Deps {
  db: Database
  tokens: Tokens
  hub: Hub
  now: () => number
  announce: (announcement: Announcement) => void
  addresses: Addresses
  mail: Mail
  files: FileStore
  /** `SECRET`: goes into the hashes of PINs and the secrets of tokens of the API. */
  pinSecret: Uint8Array
  /** Encrypts what may not stand in the database in clear. */
  secrets: SecretBox
  tenant: (request: FastifyRequest) => Promise<Tenant>
  /** The session of a request; refuses with 401 without a good access token for the host. */
  session: (request: FastifyRequest) => Promise<Session>
  read: <T>(tenant: Tenant, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** A write of a logged-in user that may be done again: lists taken away, sessions ended. The log has it with its club. */
  auditedWrite: <T>(session: Session, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** A write of a logged-in user, done once however often the same request comes; its answer is kept with it. */
  writeOnce: <T>(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Tx) => Promise<T>,
  ) => Promise<T>
}
