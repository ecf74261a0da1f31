import type { ServerResponse } from 'node:http'
import { createAuthorizationServer, type Handler, type PeerClient } from './authorization-server.ts'
import type { PeerPerson } from './person.ts'

export const ROSTER_PATH = '/ims/oneroster/rostering/v1p2'
const READ = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly'
/** What a login asks for. */
export const COURSE_SCOPE = 'account'

/** The provider itself, as an organisation. */
const ROOT_ORG = 'root'

/** OneRoster's names for kinds of user. */
const roles = {
  coach: 'teacher',
  admin: 'siteAdministrator',
  ngo: 'districtAdministrator',
  parent: 'guardian',
  api: '',
}

/** A course provider: login by OAuth 2, rosters by OneRoster 1.2 REST for a client's own credentials. */
export async function createCoursePeer(
  issuer: string,
  client: PeerClient,
  people: readonly PeerPerson[],
): Promise<Handler> {
  const server = await createAuthorizationServer({
    issuer,
    title: 'Sign in to your leisure account',
    loginLabel: 'User name',
    client,
    people,
    more: {
      scopes: [COURSE_SCOPE, READ],
      features: {
        clientCredentials: { enabled: true },
        introspection: {
          enabled: true,
          allowedPolicy: (_context, asking, token) => token.clientId === asking.clientId,
        },
      },
    },
  })
  return (request, reply) => {
    const url = new URL(request.url ?? '/', issuer)
    const { pathname } = url
    if (!pathname.startsWith(`${ROSTER_PATH}/`)) return server.handle(request, reply)
    const [, token = ''] = (request.headers.authorization ?? '').split(' ')
    server.provider.ClientCredentials.find(token)
      .then((found) => {
        if (!found?.isValid || !found.scope?.split(' ').includes(READ)) return fail(reply, 401, 'unauthorisedrequest')
        const [kind, id] = pathname.slice(ROSTER_PATH.length + 1).split('/')
        if (id === undefined && (kind === 'users' || kind === 'orgs')) return sendPage(reply, url, kind, people)
        const person = kind === 'users' && people.find((one) => one.subject === decodeURIComponent(id ?? ''))
        return person ? send(reply, 200, { user: rosterUser(person) }) : fail(reply, 404, 'unknownobject')
      })
      .catch(() => fail(reply, 500, 'internal_server_error'))
  }
}

function rosterUser({ subject, login, firstname, lastname, email, type, clubs, left }: PeerPerson) {
  return {
    sourcedId: subject,
    status: 'active',
    dateLastModified: '2026-01-01T00:00:00.000Z',
    username: login,
    enabledUser: left === true ? 'false' : 'true',
    givenName: firstname,
    familyName: lastname,
    email,
    roles: (clubs.length > 0 ? clubs : [ROOT_ORG]).map((club) => ({
      roleType: 'primary',
      role: roles[type],
      org: { href: `${ROSTER_PATH}/orgs/${club}`, sourcedId: club, type: 'org' },
    })),
  }
}

/** A list as OneRoster pages it: sorted by id, with the total in a header. */
function sendPage(reply: ServerResponse, url: URL, kind: 'users' | 'orgs', people: readonly PeerPerson[]): void {
  const centres = [...new Set(people.flatMap(({ clubs }) => clubs))].map((sourcedId) => ({
    sourcedId,
    status: 'active',
    dateLastModified: '2026-01-01T00:00:00.000Z',
    name: `${sourcedId.charAt(0).toUpperCase()}${sourcedId.slice(1)} Centre`,
    type: 'school',
  }))
  const all = kind === 'orgs' ? centres : people.map(rosterUser)
  const sorted = all.toSorted((a, b) => (a.sourcedId < b.sourcedId ? -1 : 1))
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 100)
  reply.setHeader('x-total-count', sorted.length)
  send(reply, 200, { [kind]: sorted.slice(offset, offset + limit) })
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** OneRoster's status information. */
function fail(reply: ServerResponse, status: number, why: string): void {
  send(reply, status, {
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_CodeMinor: {
      imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: why }],
    },
  })
}
