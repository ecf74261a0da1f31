import * as oauth from 'openid-client'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Connect } from './connection.ts'
import { providerRefusal } from './failure.ts'
import type { ProviderSettings } from './provider.ts'
import { storableText } from '#server/platform/storable-text.ts'

const ROSTER_SCOPE = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly'
/** Gives access to dates of birth, which only the import of rosters reads; a login does not ask for it. */
const DEMOGRAPHICS_SCOPE = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster-demographics.readonly'

/** A reference to another record of the roster. */
const Ref = Type.Object({ sourcedId: Type.String({ minLength: 1 }) })
/** The fields that all records have. */
const base = { sourcedId: Type.String({ minLength: 1, maxLength: 255 }), status: Type.String() }
const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const optionalTexts = Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()]))

/** The fields of a OneRoster 1.2 user that we read. */
export const RosterUser = Type.Object({
  ...base,
  enabledUser: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Boolean()]),
  givenName: Type.String(),
  familyName: Type.String(),
  email: Type.Optional(Type.String()),
  roles: Type.Array(Type.Object({ role: Type.String(), org: Ref })),
  identifier: optionalText,
  phone: optionalText,
  sms: optionalText,
  grades: optionalTexts,
  /** A child's guardians. */
  agents: Type.Optional(Type.Array(Ref)),
})
export type RosterUser = Static<typeof RosterUser>

/** A centre is an organisation of type `school`. */
const RosterOrg = Type.Object({ ...base, name: Type.String({ minLength: 1 }), type: Type.String() })
type RosterOrg = Static<typeof RosterOrg>

/** An academic session, such as a term. Its end date, like that of an enrolment, is the day after its last day. */
const RosterSession = Type.Object({ ...base, startDate: Type.String(), endDate: Type.String() })
type RosterSession = Static<typeof RosterSession>

const RosterDemographics = Type.Object({ ...base, birthDate: optionalText })
type RosterDemographics = Static<typeof RosterDemographics>

const RosterClass = Type.Object({
  ...base,
  title: Type.String({ minLength: 1 }),
  classCode: optionalText,
  classType: Type.String(),
  location: optionalText,
  grades: optionalTexts,
  subjectCodes: optionalTexts,
  school: Ref,
  terms: Type.Optional(Type.Array(Ref)),
  periods: optionalTexts,
})
type RosterClass = Static<typeof RosterClass>

const RosterEnrollment = Type.Object({
  ...base,
  role: Type.String(),
  beginDate: optionalText,
  endDate: optionalText,
  user: Ref,
  class: Ref,
})
type RosterEnrollment = Static<typeof RosterEnrollment>

/** The lists of the API, by their path. */
const lists = {
  orgs: RosterOrg,
  academicSessions: RosterSession,
  users: RosterUser,
  demographics: RosterDemographics,
  classes: RosterClass,
  enrollments: RosterEnrollment,
} as const
export type RosterLists = { [list in keyof typeof lists]: Static<(typeof lists)[list]> }

/** Client of a course provider's rosters: OneRoster 1.2 REST, authorised by OAuth 2 client credentials. */
export class OneRoster {
  readonly #settings: ProviderSettings & { rosterUrl: string }
  readonly #connect: Connect
  /** Access tokens of the provider, by scope. */
  readonly #tokens = new Map<string, Promise<string>>()

  constructor(settings: ProviderSettings & { rosterUrl: string }, connect: Connect) {
    this.#settings = settings
    this.#connect = connect
  }

  /** One user; null when there is none with this id. */
  async user(sourcedId: string): Promise<RosterUser | null> {
    const reply = await this.#get(`users/${encodeURIComponent(sourcedId)}`, ROSTER_SCOPE)
    return reply.status === 404 ? null : (await parseReply(reply, Type.Object({ user: RosterUser }))).user
  }

  /** One page of a list. It is sorted by id, so that pages do not overlap. */
  async list<L extends keyof RosterLists>(list: L, offset: number, limit: number): Promise<RosterLists[L][]> {
    const path = `${list}?limit=${limit}&offset=${offset}&sort=sourcedId&orderBy=asc`
    const reply = await this.#get(path, `${ROSTER_SCOPE} ${DEMOGRAPHICS_SCOPE}`)
    const page = await parseReply(reply, Type.Object({ [list]: Type.Array(lists[list]) }))
    return page[list] as RosterLists[L][]
  }

  async #get(path: string, scope: string): Promise<Response> {
    try {
      const connection = await this.#connect(this.#settings, 'oauth2')
      const token = this.#tokens.get(scope) ?? this.#requestToken(connection, scope)
      this.#tokens.set(scope, token)
      const url = new URL(`${this.#settings.rosterUrl.replace(/\/$/, '')}/${path}`)
      return await oauth.fetchProtectedResource(connection, await token, url, 'GET', null, new Headers())
    } catch (error) {
      // The token may have expired, so the next request asks for a new one.
      this.#tokens.delete(scope)
      throw providerRefusal(error)
    }
  }

  async #requestToken(connection: oauth.Configuration, scope: string): Promise<string> {
    return (await oauth.clientCredentialsGrant(connection, { scope })).access_token
  }
}

/**
 * Parses JSON without the characters that the database does not store, such as half of one at which a provider has cut a
 * text: one text must not hold up the rosters of everybody.
 */
function parseStorable(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value))
}

async function parseReply<T extends TSchema>(reply: Response, schema: T): Promise<Static<T>> {
  if (reply.status === 401 || reply.status === 403) throw new Refusal('EXTERNAL_CONFIG_ERROR')
  if (!reply.ok) throw new Refusal('EXTERNAL_HTTP_ERROR')
  const body: unknown = await reply
    .text()
    .then(parseStorable)
    .catch(() => null)
  if (!Check(schema, body)) throw new Refusal('EXTERNAL_HTTP_ERROR')
  return body
}
