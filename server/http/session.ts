import { importJWK, jwtVerify, SignJWT, errors, type JWK } from 'jose'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { TokenSubject } from '#contract/auth.ts'
import type { Portal, UserType } from '#contract/fields.ts'
import type { Database } from '#server/tenancy.ts'
import type { Tenant } from './tenant.ts'

export interface Session extends Tenant {
  userId: string
  type: UserType
  clubId: string | null
  languageId: number
  language: string
  features: Record<string, boolean | number>
}

type Key = Awaited<ReturnType<typeof importJWK>>
/** `unsubscribe`: of a mail's way out; `challenge`: the password was right, the second factor is still to come. */
type TokenType = 'access' | 'refresh' | 'unsubscribe' | 'challenge'

const MOST_CHECKED = 10_000

/** Signs and checks tokens: EdDSA only, `typ`, `iss`, `aud` and `exp` required (security.md 20). */
export class Tokens {
  #signing: { kid: string; key: Key }
  #checking: ReadonlyMap<string, Key>
  #now: () => number
  /** Access tokens whose signature held, until they expire: a signature costs more than all else of a small request. */
  #checked = new Map<string, { session: Session; expires: number }>()

  constructor(signing: { kid: string; key: Key }, checking: ReadonlyMap<string, Key>, now: () => number) {
    this.#signing = signing
    this.#checking = checking
    this.#now = now
  }

  static async load(db: Database, now: () => number): Promise<Tokens> {
    const { rows } = await db.pool.query<{ kid: string; private_jwk: JWK }>(
      'SELECT kid, private_jwk FROM signing_keys ORDER BY created_at DESC',
    )
    const newest = rows[0]
    if (!newest) throw new Error('no signing key: run the migrations')
    const checking = new Map<string, Key>()
    for (const { kid, private_jwk } of rows) {
      const { d: _secret, ...open } = private_jwk
      checking.set(kid, await importJWK(open, 'EdDSA'))
    }
    return new Tokens({ kid: newest.kid, key: await importJWK(newest.private_jwk, 'EdDSA') }, checking, now)
  }

  async sign(tenant: Tenant, typ: TokenType, sub: string, jti: string, seconds: number): Promise<string> {
    const now = Math.floor(this.#now() / 1000)
    return new SignJWT({ typ })
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
  async check(tenant: Tenant, typ: TokenType, token: string): Promise<{ sub: string; jti: string; expires: number }> {
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
      return { sub: payload.sub, jti: payload.jti, expires: payload.exp }
    } catch (error) {
      throw new Refusal(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'AUTH_INVALID_TOKEN')
    }
  }

  /** The session of a request: a bearer token made for the host it was sent to. */
  async session(request: FastifyRequest, tenant: Tenant): Promise<Session> {
    const token = bearerOf(request)
    const key = `${audience(tenant)} ${token}`
    const known = this.#checked.get(key)
    if (known && known.expires * 1000 > this.#now()) return known.session
    const { sub, expires } = await this.check(tenant, 'access', token)
    const subject = readSubject(sub)
    const session: Session = {
      ...tenant,
      userId: subject.user_uuid,
      type: typeOf[tenant.portal],
      clubId: subject.club_id,
      languageId: subject.language.language_id,
      language: subject.language.language,
      features: subject.features,
    }
    this.#checked.set(key, { session, expires })
    const [oldest] = this.#checked.keys()
    if (this.#checked.size > MOST_CHECKED && oldest !== undefined) this.#checked.delete(oldest)
    return session
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
