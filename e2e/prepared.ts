import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { RunningServer } from './running-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a server that was started once; test files copy it. */
    prepared: string
    /** The port of that first start, and what it printed. */
    firstStart: { port: number; output: string }
  }
}

/**
 * Starts the server once with an empty data folder, so that test files do not have to wait for a first start of their
 * own. Returns the function that removes the folder after all tests.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const server = await RunningServer.create()
  await server.start()
  project.provide('firstStart', { port: server.port, output: server.output })
  await server.end()
  // the tests' copies of the database need not survive a loss of power, and without fsync they are faster
  await appendFile(join(server.dataDir, 'database', 'cluster', 'postgresql.conf'), 'fsync = off\n')
  project.provide('prepared', server.dataDir)
  return () => rm(server.dataDir, { recursive: true, force: true })
}
