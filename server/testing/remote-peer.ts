import { createServer, type Server } from 'node:http'
import type { Handler, PeerClient } from '#demo/peers/authorization-server.ts'

/** A simulated login provider that is listening. */
export interface Listening {
  /** The provider's address, such as `http://id.localhost:12345`. */
  issuer: string
  close: () => Promise<void>
}

/**
 * Starts a server for a simulated login provider, under a host name that resolves to loopback. Tests may replace
 * `peer.answer` while the server runs.
 */
export async function listen(peer: { answer: Handler }, name = 'id.localhost'): Promise<Listening> {
  const server: Server = createServer((request, reply) => peer.answer(request, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    issuer: `http://${name}:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The registration of Rungs as an OAuth client of the provider, with the redirect URLs of these hosts. */
export function peerClient(...hosts: string[]): PeerClient {
  return {
    id: 'rungs',
    secret: 'a shared secret',
    redirectUris: hosts.map((host) => `https://${host}/redirect`),
  }
}
