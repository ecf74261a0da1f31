import { importJWK, jwtVerify, SignJWT, errors, type JWK } from 'jose'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import type { Portal, UserType } from '#contract/platform/fields.ts'
import type { ApiScope } from '#domain/platform/api-scopes.ts'
import type { Right } from '#domain/platform/rights.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import {
  queryRowsInTenant,
  queryRowsWithoutTenant,
  statement,
  tenantStatement,
} from '#server/platform/sql/statement.ts'
import type { Database } from '#server/platform/tenancy.ts'
import type { Tenant } from './tenant.ts'

/** What a token says: who makes a request, and in which portal. */
export interface TokenSession extends Tenant {
  /** The scopes of an API token; empty for everybody else. */
  scopes: readonly ApiScope[]
  userId: string
  /**
   * The id of the session, which all its refresh tokens share (their family); null for a session without refresh
   * tokens, such as an API token's.
   */
  family: string | null
  type: UserType
  /** The club at which the user works in this session; null for a user of no club, such as a parent or author. */
  clubId: string | null
  languageId: number
  language: string
  /** The client's feature flags, with the differences of the session's club. */
  features: Record<string, boolean | number>
  /** The user who logged in, when this user was switched to on a shared tablet; otherwise null. */
  originalUserId: string | null
  /** When the access token expires. */
  expiresMs: number
}

/** Who makes a request, and by which right. */
export interface Session extends TokenSession {
  /** The user's right to do what the route lets do (`server/gate.ts`). */
  right: Right
  /** Whether the replica may serve what this request reads, as its route says. */
  mayReadReplica: boolean
}

type Key = Awaited<ReturnType<typeof importJWK>>
/**
 * What a token is for. `file` opens one file by a link; `unsubscribe` stands in the unsubscribe link of a mail;
 * `challenge` says that the password was right and the second factor is still missing.
 */
type TokenType = 'access' | 'refresh' | 'unsubscribe' | 'challenge' | 'file'

interface CheckedToken {
  sub: string
  /** The token's own id. */
  jti: string
  /** Unix seconds. */
  expires: number
  /** The session: its family of refresh tokens; null for tokens of no session. */
  sid: string | null
}

/** Most sessions in the cache. */
const MAX_CACHED = 10_000

const SIGNING_KEYS = statement(
  'platform/list-signing-keys',
  'SELECT kid, private_jwk, created_at FROM signing_keys ORDER BY created_at DESC, kid',
)
/** A new key signs after this time, in ms. Until then every process has read it and accepts what it signs. */
export const SETTLE_MS = 10 * 60_000

/** Whether a key is old enough to sign. */
export const isSettled = ({ created_at }: { created_at: Date }, nowMs: number): boolean =>
  created_at.getTime() <= nowMs - SETTLE_MS

/** The key that signs, of all keys with the newest first: the newest that is old enough, else the first one made. */
export function signingKeyOf<K extends { created_at: Date }>(keys: readonly K[], nowMs: number): K | undefined {
  return keys.find((key) => isSettled(key, nowMs)) ?? keys.at(-1)
}

const ENDED_FAMILY = tenantStatement(
  'platform/find-ended-family',
  'SELECT FROM refresh_sessions WHERE client_id = $1 AND family = $2 AND revoked_at IS NOT NULL LIMIT 1',
  { prepare: true },
)

/** The keys of the database, as a process has read them. */
interface Keys {
  signing: { kid: string; key: Key }
  public: ReadonlyMap<string, Key>
}

/**
 * Signs and verifies tokens. Only EdDSA is accepted, and `typ`, `iss`, `aud` and `exp` are required (security.md 20).
 */
export class Tokens {
  readonly #db: Database
  readonly #secrets: SecretBox
  #keys: Keys
  #now: () => number
  /**
   * Cache of the sessions of verified access tokens, until they expire: verifying a signature costs more than the rest
   * of a small request. When a session ends, `forget` removes it, in other processes through a database notification.
   */
  #sessions = new Map<string, TokenSession>()
  /** Counts calls of `forget`, so that a session that was looked up before such a call is not cached after it. */
  #forgetCount = 0
  #onForget: (families: readonly string[] | 'all') => void = () => {}

  private constructor(db: Database, secrets: SecretBox, keys: Keys, now: () => number) {
    this.#db = db
    this.#secrets = secrets
    this.#keys = keys
    this.#now = now
  }

  static async load(db: Database, secrets: SecretBox, now: () => number): Promise<Tokens> {
    return new Tokens(db, secrets, await readKeys(db, secrets, now()), now)
  }

  /**
   * Reads the keys again, because an operator may have added one or removed one. Sessions whose key is gone end, and
   * so do all others that are in the cache: their next requests are checked again.
   */
  async readKeysAgain(): Promise<void> {
    const before = this.#keys
    this.#keys = await readKeys(this.#db, this.#secrets, this.#now())
    if ([...before.public.keys()].some((kid) => !this.#keys.public.has(kid))) this.forget('all')
  }

  /**
   * Signs a token that is valid for so many seconds. `sub` is what it is about and `jti` its own id; `sid` is the
   * session, by its family of refresh tokens.
   */
  async sign(tenant: Tenant, typ: TokenType, sub: string, jti: string, seconds: number, sid?: string): Promise<string> {
    const nowSeconds = Math.floor(this.#now() / 1000)
    return new SignJWT(sid === undefined ? { typ } : { typ, sid })
      .setProtectedHeader({ alg: 'EdDSA', kid: this.#keys.signing.kid, typ: 'JWT' })
      .setIssuer('rungs')
      .setAudience(audience(tenant))
      .setSubject(sub)
      .setJti(jti)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + seconds)
      .sign(this.#keys.signing.key)
  }

  /** Verifies a token of this tenant and type. Refuses with TOKEN_EXPIRED or AUTH_INVALID_TOKEN. */
  async check(tenant: Tenant, typ: TokenType, token: string): Promise<CheckedToken> {
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => {
          const key = header.kid === undefined ? undefined : this.#keys.public.get(header.kid)
          if (!key) throw new Refusal('AUTH_INVALID_TOKEN')
          return key
        },
        {
          algorithms: ['EdDSA'],
          issuer: 'rungs',
          audience: audience(tenant),
          requiredClaims: ['exp', 'sub', 'jti', 'typ'],
          currentDate: new Date(this.#now()),
        },
      )
      if (payload['typ'] !== typ || payload.sub === undefined || payload.jti === undefined || payload.exp === undefined)
        throw new Refusal('AUTH_INVALID_TOKEN')
      const { sid } = payload
      return { sub: payload.sub, jti: payload.jti, expires: payload.exp, sid: typeof sid === 'string' ? sid : null }
    } catch (error) {
      throw new Refusal(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'AUTH_INVALID_TOKEN')
    }
  }

  /**
   * The session of a request's bearer token, which must have been made for the client and portal of the request's host.
   */
  async session(request: FastifyRequest, tenant: Tenant): Promise<TokenSession> {
    const token = bearerOf(request)
    const key = `${audience(tenant)} ${token}`
    const cached = this.#sessions.get(key)
    if (cached && cached.expiresMs > this.#now()) return cached
    const forgetCount = this.#forgetCount
    const { sub, expires, sid } = await this.check(tenant, 'access', token)
    if (sid !== null && (await this.#hasEnded(tenant, sid))) throw new Refusal('AUTH_INVALID_TOKEN')
    const subject = readSubject(sub)
    const session: TokenSession = {
      ...tenant,
      userId: subject.user_uuid,
      family: sid,
      type: typeOfPortal[tenant.portal],
      scopes: [],
      clubId: subject.club_id,
      languageId: subject.language.language_id,
      language: subject.language.language,
      features: subject.features,
      originalUserId: subject.original_user_uuid ?? null,
      expiresMs: expires * 1000,
    }
    if (this.#forgetCount === forgetCount) this.#sessions.set(key, session)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MAX_CACHED && oldest !== undefined) this.#sessions.delete(oldest)
    return session
  }

  async #hasEnded(tenant: Tenant, family: string): Promise<boolean> {
    const rows = await queryRowsInTenant(this.#db, tenant.clientId, ENDED_FAMILY, [family])
    return rows.length > 0
  }

  /**
   * Removes sessions from the cache, so that their next request checks them again. `all` is for when notifications may
   * have been missed.
   */
  forget(families: readonly string[] | 'all'): void {
    this.#forgetCount++
    this.#onForget(families)
    if (families === 'all') return this.#sessions.clear()
    for (const [key, { family }] of this.#sessions)
      if (family !== null && families.includes(family)) this.#sessions.delete(key)
  }

  /** Sets the function that each `forget` calls: the hub then ends the streams of these sessions. */
  onSessionsForgotten(onForget: (families: readonly string[] | 'all') => void): void {
    this.#onForget = onForget
  }
}

/** Reads the signing keys. Tokens of all of them are accepted. */
async function readKeys(db: Database, secrets: SecretBox, nowMs: number): Promise<Keys> {
  const rows = await queryRowsWithoutTenant(db, SIGNING_KEYS)
  const signing = signingKeyOf(rows, nowMs)
  if (!signing) throw new Error('no signing key: start the server with the address of the owner')
  const openKey = ({ kid, private_jwk }: (typeof rows)[number]) =>
    JSON.parse(secrets.open(['signing_keys.private_jwk', kid], private_jwk)) as JWK
  const publicKeys = new Map<string, Key>()
  for (const row of rows) {
    // `d` is the private part of the key
    const { d: _private, ...publicJwk } = openKey(row)
    publicKeys.set(row.kid, await importJWK(publicJwk, 'EdDSA'))
  }
  return { signing: { kid: signing.kid, key: await importJWK(openKey(signing), 'EdDSA') }, public: publicKeys }
}

/** The token of `Authorization: Bearer`. */
export function bearerOf(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new Refusal('AUTH_INVALID_TOKEN')
  return token
}

function audience(tenant: Tenant): string {
  return `${tenant.clientId}:${tenant.portal}`
}

/** The user type of each portal [6.1]–[6.4]. */
export const typeOfPortal = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

/** The portal of a user type; `api` users have none. */
export function portalOf(type: UserType): Portal | null {
  return type === 'api' ? null : ({ parent: 'parent', coach: 'coach', admin: 'club', ngo: 'scheme' } as const)[type]
}

/** The signature was verified, so the subject has the shape that the server signed. */
function readSubject(sub: string): TokenSubject {
  return JSON.parse(sub) as TokenSubject
}
