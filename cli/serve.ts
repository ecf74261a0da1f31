import { migrate } from '#db/migrate.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { refuseUnprepared } from '#db/prepared.ts'
import type { Env } from '#server/env.ts'
import { serve, type Running } from '#server/main.ts'
import { SecretBox } from '#server/platform/secret-box.ts'
import { readSecrets } from '#server/platform/secret.ts'
import { startTracing } from '#server/platform/tracing/start-tracing.ts'
import { appUrlWithoutOwner, openOwnDatabase, prepareAppUrl } from './database.ts'
import type { Demo } from './demo.ts'

/** Runs the server until a signal ends it. */
export async function runServer(env: Env): Promise<void> {
  const { ownerUrl, embedded, release } =
    appUrlWithoutOwner(env) === null
      ? await openOwnDatabase(env)
      : { ownerUrl: null, embedded: null, release: async () => {} }
  if (embedded?.adopted) console.log('The database was still running; it goes on.')
  const stopTracing = env.tracesEndpoint === null ? null : await startTracing(env.tracesEndpoint)
  // The demo is loaded into a database of DATABASE_URL only on request.
  const wantsDemo = env.demo ?? embedded !== null
  const { running, demo } = await openServer(env, ownerUrl, wantsDemo).catch(async (error: unknown) => {
    await release()
    const { code, port } = error as NodeJS.ErrnoException & { port?: number }
    if (code !== 'EADDRINUSE') throw error
    const variable = port === env.metricsPort ? 'METRICS_PORT' : 'PORT'
    throw new Error(`port ${port} is taken by another program; ${variable} chooses another`)
  })
  embedded?.keepRunning((text) => console.error(text))
  console.log(demo?.greeting(running.port) ?? `Rungs listens on port ${running.port}`)

  const stop = async () => {
    await running.close()
    await stopTracing?.()
    await embedded?.stop()
    process.exit(0)
  }
  let stopping: Promise<void> | undefined
  // Ctrl-C arrives twice under `npm start`, from the terminal and from the script. The second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (stopping ??= stop()))
}

/**
 * Migrates the database and starts the server on it. Without `ownerUrl` the database must have been prepared by
 * `rungs migrate`, and there is no demo. `wantsDemo` asks for the demo clients; the result's `demo` is null unless the
 * database has them. Only with them are their logins shown, and mails kept instead of sent when there is no mail server.
 * `webRoot` replaces the built portals' folder.
 */
export async function openServer(
  env: Env,
  ownerUrl: string | null,
  wantsDemo: boolean,
  webRoot?: string,
): Promise<{ running: Running; demo: Demo | null }> {
  if (ownerUrl === null) return { running: await openPreparedServer(env, webRoot), demo: null }
  const migrations = await migrate(ownerUrl)
  const appUrl = await prepareAppUrl(env, ownerUrl)
  const secrets = await openSecrets(ownerUrl, ...(await readSecrets(env)))
  // The demo and the packages that only it needs are large, so they are loaded only by installations that want it.
  const demo = wantsDemo ? await (await import('./demo.ts')).openDemo(env, ownerUrl, appUrl, secrets) : null
  return { running: await serve(env, appUrl, demo, secrets, migrations, webRoot), demo }
}

/** Starts the server on a prepared database, with the rights of the application only. */
async function openPreparedServer(env: Env, webRoot?: string): Promise<Running> {
  const appUrl = appUrlWithoutOwner(env) ?? ''
  const secrets = new SecretBox(...(await readSecrets(env)))
  const migrations = await refuseUnprepared(appUrl, secrets)
  return serve(env, appUrl, /* demo */ null, secrets, migrations, webRoot)
}
