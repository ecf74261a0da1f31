import { connect } from 'node:net'
import type { CommonServerOptions } from 'vite'
import { portalOf } from './portal-pages.ts'

/** What a portal's page asks the server for; everything else of it are sources and Vite's own. */
const OF_SERVER = /^\/(v1|translations|themes|icons)\/|^\/(manifest\.webmanifest|apple-touch-icon\.png)(\?|$)/
/** The style of the start page, which is of no portal. */
const START_STYLE = '/start.css'
/** A server that starts anew needs a few seconds; one that cannot start is told in the terminal. */
const LONGEST_WAIT_MS = 30_000

/**
 * Vite's proxy to the server. Other hosts than the portals', such as the start page's and the demo's login providers, are
 * the server's altogether. A request that comes while the server starts anew waits for it.
 */
export function proxyToServer(port: number): NonNullable<CommonServerOptions['proxy']> {
  return {
    '^/': {
      target: `http://127.0.0.1:${port}`,
      bypass: async (request) => {
        const { url = '/' } = request
        if (url === START_STYLE || (portalOf(request) !== null && !OF_SERVER.test(url))) return url
        for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end && !(await isUp(port));)
          await new Promise((done) => setTimeout(done, 50))
        return undefined
      },
    },
  }
}

/** Whether somebody listens at a port of this machine. */
export async function isUp(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}
