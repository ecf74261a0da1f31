import type { ServerResponse } from 'node:http'
import { createAuthorizationServer, type Handler, type PeerClient } from './authorization-server.ts'
import type { PeerPerson } from './person.ts'
import { noRosters, rosterList, rosterUser, type PeerRosters } from './rosters.ts'

/** Below this path are the resources of OneRoster. */
export const ROSTER_PATH = '/ims/oneroster/rostering/v1p2'
const READ_SCOPE = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly'
const DEMOGRAPHICS_SCOPE = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster-demographics.readonly'
/** The path of the page on which users would change their account. */
export const ACCOUNT_PATH = '/account'
/** The OAuth scope of a login. */
export const COURSE_SCOPE = 'account'

/**
 * A simulated course provider: users log in with OAuth 2, and the portal's server reads rosters by OneRoster 1.2 over
 * REST, with client credentials. Returns its handler.
 */
export async function createCoursePeer(
  issuer: string,
  client: PeerClient,
  people: readonly PeerPerson[],
  rosters: () => PeerRosters = () => noRosters,
): Promise<Handler> {
  const server = await createAuthorizationServer({
    issuer,
    title: 'Sign in to your leisure account',
    loginLabel: 'User name',
    client,
    people,
    configuration: {
      scopes: [COURSE_SCOPE, READ_SCOPE, DEMOGRAPHICS_SCOPE],
      features: {
        clientCredentials: { enabled: true },
        introspection: {
          enabled: true,
          allowedPolicy: (_context, oauthClient, token) => token.clientId === oauthClient.clientId,
        },
      },
    },
  })
  return (request, reply) => {
    const url = new URL(request.url ?? '/', issuer)
    const { pathname } = url
    if (pathname === ACCOUNT_PATH) return sendAccountPage(reply)
    if (!pathname.startsWith(`${ROSTER_PATH}/`)) return server.handle(request, reply)
    // after the word Bearer
    const [, token = ''] = (request.headers.authorization ?? '').split(' ')
    server.provider.ClientCredentials.find(token)
      .then((accessToken) => {
        const [kind = '', id] = pathname.slice(ROSTER_PATH.length + 1).split('/')
        const scope = kind === 'demographics' ? DEMOGRAPHICS_SCOPE : READ_SCOPE
        if (!accessToken?.isValid || !accessToken.scope?.split(' ').includes(scope))
          return sendError(reply, 401, 'unauthorisedrequest')
        const list = id === undefined ? rosterList(kind, people, rosters()) : null
        if (list) return sendPage(reply, url, kind, list)
        const person = kind === 'users' && people.find(({ subject }) => subject === decodeURIComponent(id ?? ''))
        return person ? send(reply, 200, { user: rosterUser(person) }) : sendError(reply, 404, 'unknownobject')
      })
      .catch(() => sendError(reply, 500, 'internal_server_error'))
  }
}

/** Sends one page of a list as OneRoster defines it: sorted by id, with the length of the whole list in a header. */
function sendPage(reply: ServerResponse, url: URL, kind: string, all: readonly { sourcedId: string }[]): void {
  const sorted = all.toSorted((a, b) => (a.sourcedId < b.sourcedId ? -1 : 1))
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 100)
  reply.setHeader('x-total-count', sorted.length)
  send(reply, 200, { [kind]: sorted.slice(offset, offset + limit) })
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends a placeholder of the account page. */
function sendAccountPage(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  reply.end(`<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Your leisure account</title>
<link rel="icon" href="data:,"><h1>Your leisure account</h1><p>Name, e-mail and password are changed here, at the course provider.</p></html>`)
}

/** Sends an error in OneRoster's form. */
function sendError(reply: ServerResponse, status: number, code: string): void {
  send(reply, status, {
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_CodeMinor: {
      imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: code }],
    },
  })
}
