import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { errors, Provider, type Configuration } from 'oidc-provider'
import { readForm, sendLoginPage } from './login-page.ts'
import { memoryAdapter } from './memory-adapter.ts'
import type { PeerPerson } from './person.ts'

/** The portals of a client (or a test), registered as an OAuth client at a simulated provider. */
export interface PeerClient {
  id: string
  secret: string
  redirectUris: string[]
}

interface AuthorizationServerOptions {
  issuer: string
  /** The heading of the login page. */
  title: string
  /** The label of the field for the login. */
  loginLabel: string
  client: PeerClient
  people: readonly PeerPerson[]
  /** Additional settings of oidc-provider. */
  configuration: Configuration
}

/** Answers a request to a simulated provider. */
export type Handler = (request: IncomingMessage, reply: ServerResponse) => void

/**
 * The authorization server of a simulated provider: oidc-provider with a login page and invented people. It keeps
 * everything in memory.
 */
export async function createAuthorizationServer(
  options: AuthorizationServerOptions,
): Promise<{ provider: Provider; handle: Handler }> {
  const { client, people } = options
  const keys = await generateKeyPair('RS256', { extractable: true })
  const allowsClientCredentials = options.configuration.features?.clientCredentials?.enabled === true
  const provider = new Provider(options.issuer, {
    adapter: memoryAdapter(),
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'simulated-provider' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code', ...(allowsClientCredentials ? ['client_credentials'] : [])],
      },
    ],
    // in seconds
    ttl: { Interaction: 600, Grant: 3600, Session: 3600, AccessToken: 3600, IdToken: 3600, ClientCredentials: 3600 },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const person = people.find((candidate) => candidate.subject === subject)
      return person && { accountId: subject, claims: () => claimsOf(person) }
    },
    renderError: (context, { error, error_description }) => {
      context.type = 'text/plain'
      context.body = `${error}: ${error_description ?? ''}`
    },
    // nobody is asked for consent
    loadExistingGrant: async (context) => {
      const { session, client: oauthClient, params } = context.oidc
      if (!session?.accountId || !oauthClient) return undefined
      const grant = new context.oidc.provider.Grant({ accountId: session.accountId, clientId: oauthClient.clientId })
      const scope = params?.['scope']
      grant.addOIDCScope(typeof scope === 'string' ? scope : '')
      await grant.save()
      return grant
    },
    // `options.configuration` replaces settings above; its features are added
    ...options.configuration,
    features: { devInteractions: { enabled: false }, ...options.configuration.features },
  })
  const handleProtocol = provider.callback()
  return {
    provider,
    handle: (request, reply) => {
      if (!request.url?.startsWith('/interaction/')) return void handleProtocol(request, reply)
      handleLogin(provider, options, request, reply).catch((error: unknown) => {
        const isExpired = error instanceof errors.SessionNotFound
        reply.writeHead(isExpired ? 400 : 500, { 'content-type': 'text/plain; charset=utf-8' })
        reply.end(isExpired ? 'This sign-in has expired. Go back and begin again.' : 'Something went wrong here.')
      })
    },
  }
}

function claimsOf({ subject, firstname, lastname, email, type, clubs }: PeerPerson) {
  return { sub: subject, given_name: firstname, family_name: lastname, email, club_numbers: clubs, role: type }
}

/** Shows the login page, and checks the login that it posts. */
async function handleLogin(
  provider: Provider,
  { title, loginLabel, people }: AuthorizationServerOptions,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  // throws when the login in progress has expired
  await provider.interactionDetails(request, reply)
  const page = { title, label: loginLabel }
  if (request.method !== 'POST') return sendLoginPage(reply, { ...page, problem: null })
  const form = await readForm(request)
  if (form.get('do') === 'cancel') {
    const refused = { error: 'access_denied', error_description: 'cancelled' }
    return provider.interactionFinished(request, reply, refused)
  }
  const person = people.find(({ login }) => login === form.get('login')?.trim().toLowerCase())
  if (!person || person.password !== form.get('password'))
    return sendLoginPage(reply, { ...page, problem: 'That name and password do not belong together.' })
  await provider.interactionFinished(request, reply, { login: { accountId: person.subject } })
}
