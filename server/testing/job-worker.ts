import { createWorker } from '#server/flows/jobs/create-worker.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import type { World } from './world.ts'

/** A worker for the jobs of a world, by its clock. What it announces is in `world.announced`. */
export function createJobWorker(world: World, onError: (error: unknown) => void): Worker {
  const { db, curricula, files } = world
  const now = () => world.clock.now
  const announce = (announcement: World['announced'][number]) => void world.announced.push(announcement)
  const providers = new Providers(db, world.secrets, { demo: true, now })
  return createWorker({ db, curricula, providers, files, now, announce, onError })
}
