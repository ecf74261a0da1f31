import { importJWK, jwtVerify, SignJWT, errors, type JWK } from 'jose'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import type { Portal, UserType } from '#contract/platform/fields.ts'
import type { ApiScope } from '#domain/platform/api-scopes.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { prepared, readOne, type Database } from '#server/platform/tenancy.ts'
import type { Tenant } from './tenant.ts'

export interface Session extends Tenant {
  /** Of an `api` user's token; nobody else has any. */
  scopes: readonly ApiScope[]
  userId: string
  /** Of the refresh tokens that this session was opened with; null for a token that no login gave. */
  family: string | null
  type: UserType
  clubId: string | null
  languageId: number
  language: string
  features: Record<string, boolean | number>
  /** Who logged in, when this user was switched to. */
  originalUserId: string | null
  /** When the access token expires. */
  expiresMs: number
}

type Key = Awaited<ReturnType<typeof importJWK>>
/** `file`: of an address of one file; `unsubscribe`: of a mail's way out; `challenge`: the password was right, the second factor is still to come. */
type TokenType = 'access' | 'refresh' | 'unsubscribe' | 'challenge' | 'file'

interface Checked {
  sub: string
  jti: string
  /** Unix seconds. */
  expires: number
  sid: string | null
}

const MOST_CHECKED = 10_000

/** Signs and checks tokens: EdDSA only, `typ`, `iss`, `aud` and `exp` required (security.md 20). */
export class Tokens {
  #db: Database
  #signing: { kid: string; key: Key }
  #checking: ReadonlyMap<string, Key>
  #now: () => number
  /**
   * Access tokens whose signature held and whose session goes on, until they expire: a signature costs more than all
   * else of a small request. Those of a session that ends are forgotten, here and by word of the database elsewhere.
   */
  #checked = new Map<string, Session>()
  /** Counts calls of `forget`: a session that was looked up before one of them is not kept after it. */
  #forgotten = 0
  #onForget: (families: readonly string[] | 'all') => void = () => {}

  constructor(db: Database, signing: { kid: string; key: Key }, checking: ReadonlyMap<string, Key>, now: () => number) {
    this.#db = db
    this.#signing = signing
    this.#checking = checking
    this.#now = now
  }

  static async load(db: Database, secrets: SecretBox, now: () => number): Promise<Tokens> {
    const { rows } = await db.pool.query<{ kid: string; private_jwk: string }>(
      'SELECT kid, private_jwk FROM signing_keys ORDER BY created_at DESC',
    )
    const keys = rows.map(({ kid, private_jwk }) => {
      const jwk = JSON.parse(secrets.open(['signing_keys.private_jwk', kid], private_jwk)) as JWK
      return { kid, jwk }
    })
    const newest = keys[0]
    if (!newest) throw new Error('no signing key: start the server with the address of the owner')
    const checking = new Map<string, Key>()
    for (const { kid, jwk } of keys) {
      const { d: _secret, ...open } = jwk
      checking.set(kid, await importJWK(open, 'EdDSA'))
    }
    return new Tokens(db, { kid: newest.kid, key: await importJWK(newest.jwk, 'EdDSA') }, checking, now)
  }

  /** `sid`: the family of refresh tokens that an access token ends with. */
  async sign(tenant: Tenant, typ: TokenType, sub: string, jti: string, seconds: number, sid?: string): Promise<string> {
    const now = Math.floor(this.#now() / 1000)
    return new SignJWT(sid === undefined ? { typ } : { typ, sid })
      .setProtectedHeader({ alg: 'EdDSA', kid: this.#signing.kid, typ: 'JWT' })
      .setIssuer('rungs')
      .setAudience(audience(tenant))
      .setSubject(sub)
      .setJti(jti)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.#signing.key)
  }

  /** Subject, id and expiry (unix seconds) of a token of this tenant and type. Refuses with TOKEN_EXPIRED or AUTH_INVALID_TOKEN. */
  async check(tenant: Tenant, typ: TokenType, token: string): Promise<Checked> {
    try {
      const { payload } = await jwtVerify(
        token,
        (header) => {
          const key = header.kid === undefined ? undefined : this.#checking.get(header.kid)
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

  /** The session of a request: a bearer token made for the host it was sent to. */
  async session(request: FastifyRequest, tenant: Tenant): Promise<Session> {
    const token = bearerOf(request)
    const key = `${audience(tenant)} ${token}`
    const known = this.#checked.get(key)
    if (known && known.expiresMs > this.#now()) return known
    const forgotten = this.#forgotten
    const { sub, expires, sid } = await this.check(tenant, 'access', token)
    if (sid !== null && (await this.#hasEnded(tenant, sid))) throw new Refusal('AUTH_INVALID_TOKEN')
    const subject = readSubject(sub)
    const session: Session = {
      ...tenant,
      userId: subject.user_uuid,
      family: sid,
      type: typeOf[tenant.portal],
      scopes: [],
      clubId: subject.club_id,
      languageId: subject.language.language_id,
      language: subject.language.language,
      features: subject.features,
      originalUserId: subject.original_user_uuid ?? null,
      expiresMs: expires * 1000,
    }
    if (this.#forgotten === forgotten) this.#checked.set(key, session)
    const [oldest] = this.#checked.keys()
    if (this.#checked.size > MOST_CHECKED && oldest !== undefined) this.#checked.delete(oldest)
    return session
  }

  async #hasEnded(tenant: Tenant, family: string): Promise<boolean> {
    const rows = await readOne(
      this.#db,
      tenant.clientId,
      prepared('SELECT 1 FROM refresh_sessions WHERE family = $1 AND revoked_at IS NOT NULL LIMIT 1', [family]),
    )
    return rows.length > 0
  }

  /** Access tokens of these sessions are looked up again before they count; all of them when some may have been missed. */
  forget(families: readonly string[] | 'all'): void {
    this.#forgotten++
    this.#onForget(families)
    if (families === 'all') return this.#checked.clear()
    for (const [key, { family }] of this.#checked)
      if (family !== null && families.includes(family)) this.#checked.delete(key)
  }

  /** Told at once whenever sessions are forgotten: their streams end. */
  whenForgotten(tell: (families: readonly string[] | 'all') => void): void {
    this.#onForget = tell
  }
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

/** Authentication type of each portal [6.1]–[6.4]. */
export const typeOf = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const

/** The other way round; `api` users have no portal. */
export function portalOf(type: UserType): Portal | null {
  return type === 'api' ? null : ({ parent: 'parent', coach: 'coach', admin: 'club', ngo: 'scheme' } as const)[type]
}

/** Our own signature stands on it, so its shape is what `sign` was given. */
function readSubject(sub: string): TokenSubject {
  return JSON.parse(sub) as TokenSubject
}
