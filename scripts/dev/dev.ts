// The browser talks to Vite, which serves the portals from their sources and proxies all other requests to the API
// server at another port. `node --watch-path` restarts that server; the database belongs to this process and keeps
// running.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer } from 'vite'
import { openOwnDatabase } from '#cli/database.ts'
import { freePort } from '#db/embedded.ts'
import { greeting } from '#demo/greeting.ts'
import { readEnv } from '#server/env.ts'
import { hotWords } from './hot-words.ts'
import { portalPages } from './portal-pages.ts'
import { isUp, proxyToServer } from './proxy-to-server.ts'

const root = join(import.meta.dirname, '../..')
/** A change in these folders restarts the server. */
const watched = ['server', 'contract', 'domain', 'db', 'cli', 'demo', 'scripts/dev']

const env = readEnv(process.env)
/** The folder for Vite's and Node's compiled files. */
const cache = resolve(env.dataDir, 'dev')
const database = await openOwnDatabase(env)
const serverPort = await freePort()

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  appType: 'custom',
  cacheDir: join(cache, 'vite'),
  plugins: [portalPages(), hotWords()],
  server: {
    host: env.host,
    port: env.port,
    strictPort: true,
    proxy: proxyToServer(serverPort),
    // otherwise a file that is read while an editor writes it stays empty in the page
    watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } },
    // node_modules may be a symbolic link
    fs: { allow: [root, cache, realpathSync(join(root, 'node_modules'))] },
  },
})
await vite.listen().catch(async (error: unknown) => {
  console.error(`dev: ${error instanceof Error ? error.message : String(error)}`)
  await vite.close()
  await database.release()
  process.exit(1)
})
database.embedded?.keepRunning((text) => console.error(text))

const server = spawn(
  process.execPath,
  ['--watch-preserve-output', ...watched.map((path) => `--watch-path=${path}`), 'scripts/dev/server.ts'],
  {
    cwd: root,
    // the end of the pipe tells the server that this process has ended, in whatever way
    stdio: ['pipe', 'inherit', 'inherit'],
    // a process group of its own, so that Ctrl-C reaches it only once, through `stop`
    detached: true,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      PUBLIC_PORT: String(env.publicPort ?? env.port),
      DATABASE_URL: database.ownerUrl,
      // the demo is loaded into a database of DATABASE_URL only on request
      DEMO: (env.demo ?? database.embedded !== null) ? '1' : '0',
      // keeps compiled scripts, so that a restart need not strip types and compile them again
      NODE_COMPILE_CACHE: join(cache, 'node'),
    },
  },
)
const serverEnded = new Promise((done) => server.once('exit', done))

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await Promise.all([serverEnded, vite.close()])
  await database.embedded?.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

while (!stopping && !(await isUp(serverPort))) await new Promise((done) => setTimeout(done, 100))
if (!stopping) console.log(greeting(env.port))
