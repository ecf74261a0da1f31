import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { RunningServer } from './running-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder as the first start leaves it, to be copied. */
    prepared: string
  }
}

/** Starts the product once with an empty data folder, so that not every file of tests waits for that. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const server = await RunningServer.create()
  await server.start()
  await server.end()
  project.provide('prepared', server.dataDir)
  return () => rm(server.dataDir, { recursive: true, force: true })
}
