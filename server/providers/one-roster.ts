import * as oauth from 'openid-client'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { Refusal } from '#server/http/errors.ts'
import type { Connect } from './connection.ts'
import { providerRefusal } from './failure.ts'
import type { ProviderSettings } from './provider.ts'

export const ROSTER_SCOPE = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly'

const Ref = Type.Object({ sourcedId: Type.String({ minLength: 1 }) })

/** OneRoster 1.2: what we read of a user; there is more. */
export const RosterUser = Type.Object({
  sourcedId: Type.String({ minLength: 1, maxLength: 255 }),
  status: Type.String(),
  enabledUser: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Boolean()]),
  givenName: Type.String(),
  familyName: Type.String(),
  email: Type.Optional(Type.String()),
  roles: Type.Array(Type.Object({ role: Type.String(), org: Ref })),
})
export type RosterUser = Static<typeof RosterUser>

/** A centre is an organisation of type `school`. */
export const RosterOrg = Type.Object({
  sourcedId: Type.String({ minLength: 1, maxLength: 255 }),
  status: Type.String(),
  name: Type.String({ minLength: 1 }),
  type: Type.String(),
})
export type RosterOrg = Static<typeof RosterOrg>

/** Reads a course provider's rosters: OneRoster 1.2 REST, OAuth 2 client credentials. */
export class OneRoster {
  readonly #settings: ProviderSettings & { rosterUrl: string }
  readonly #connect: Connect
  #token: Promise<string> | null = null

  constructor(settings: ProviderSettings & { rosterUrl: string }, connect: Connect) {
    this.#settings = settings
    this.#connect = connect
  }

  /** Null when there is no such user. */
  async user(sourcedId: string): Promise<RosterUser | null> {
    const reply = await this.#get(`users/${encodeURIComponent(sourcedId)}`)
    return reply.status === 404 ? null : (await read(reply, Type.Object({ user: RosterUser }))).user
  }

  /** A page of all organisations, and of all users, in an order that holds between pages. */
  async orgs(offset: number, limit: number): Promise<RosterOrg[]> {
    return (await read(await this.#get(page('orgs', offset, limit)), Type.Object({ orgs: Type.Array(RosterOrg) }))).orgs
  }

  async users(offset: number, limit: number): Promise<RosterUser[]> {
    return (await read(await this.#get(page('users', offset, limit)), Type.Object({ users: Type.Array(RosterUser) })))
      .users
  }

  async #get(path: string): Promise<Response> {
    try {
      const connection = await this.#connect(this.#settings, 'oauth2')
      const token = await (this.#token ??= this.#askToken(connection))
      const url = new URL(`${this.#settings.rosterUrl.replace(/\/$/, '')}/${path}`)
      return await oauth.fetchProtectedResource(connection, token, url, 'GET', null, new Headers())
    } catch (error) {
      this.#token = null
      throw providerRefusal(error)
    }
  }

  async #askToken(connection: oauth.Configuration): Promise<string> {
    return (await oauth.clientCredentialsGrant(connection, { scope: ROSTER_SCOPE })).access_token
  }
}

function page(list: 'orgs' | 'users', offset: number, limit: number): string {
  return `${list}?limit=${limit}&offset=${offset}&sort=sourcedId&orderBy=asc`
}

async function read<T extends TSchema>(reply: Response, schema: T): Promise<Static<T>> {
  if (reply.status === 401 || reply.status === 403) throw new Refusal('EXTERNAL_CONFIG_ERROR')
  if (!reply.ok) throw new Refusal('EXTERNAL_HTTP_ERROR')
  const body: unknown = await reply.json().catch(() => null)
  if (!Check(schema, body)) throw new Refusal('EXTERNAL_HTTP_ERROR')
  return body
}
