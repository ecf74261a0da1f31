import { connect } from 'node:net'
import type { CommonServerOptions } from 'vite'
import { portalOf } from './portal-pages.ts'

/** The paths that a portal's page requests from the server; all others are sources and Vite's own files. */
const SERVER_PATHS = /^\/(v1|translations|themes|icons)\/|^\/(manifest\.webmanifest|apple-touch-icon\.png)(\?|$)/
/** The style of the start page, which belongs to no portal. */
const START_STYLE = '/start.css'
/** How long a request waits at most for a restart of the server, which takes a few seconds. */
const MAX_WAIT_MS = 30_000

/**
 * Vite's proxy to the server. All requests to other hosts than the portals', such as the start page and the demo's
 * login providers, go to the server. A request that arrives during a restart waits for the server.
 */
export function proxyToServer(port: number): NonNullable<CommonServerOptions['proxy']> {
  return {
    '^/': {
      target: `http://127.0.0.1:${port}`,
      // a path that is returned is served by Vite; a request goes to the server when nothing is returned
      bypass: async (request) => {
        const { url = '/' } = request
        if (url === START_STYLE || (portalOf(request) !== null && !SERVER_PATHS.test(url))) return url
        for (const deadline = Date.now() + MAX_WAIT_MS; Date.now() < deadline && !(await isUp(port));)
          await new Promise((done) => setTimeout(done, 50))
        return undefined
      },
    },
  }
}

/** Whether a process listens at a port of this machine. */
export async function isUp(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
