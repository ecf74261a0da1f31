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
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (!pathname.startsWith(`${ROSTER_PATH}/`)) return server.handle(request, reply)
    const [, token = ''] = (request.headers.authorization ?? '').split(' ')
    server.provider.ClientCredentials.find(token)
      .then((found) => {
        if (!found?.isValid || !found.scope?.split(' ').includes(READ)) return fail(reply, 401, 'unauthorisedrequest')
        const [kind, id] = pathname.slice(ROSTER_PATH.length + 1).split('/')
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
