import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Order, Reply } from './pool.ts'

/** Lower than the server's, which answers requests meanwhile. */
const PRIORITY = 10

/** Does the jobs of a `SandboxPool` in this child process, one after the other. */
export function serve<Job>(work: (job: Job) => unknown): void {
  setPriority(PRIORITY)
  // a signal to the whole group means the server, which ends this process when it is done
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  const limits = new Float64Array(new SharedArrayBuffer(16)).fill(Infinity)
  new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: limits }).unref()
  const send = (reply: Reply) => process.send?.(reply)
  process.on('message', ({ job, cpuMs, bytes }: Order) => {
    limits[0] = usedMs() + cpuMs
    limits[1] = bytes
    void Promise.try(work, job as Job)
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      )
      .then((reply) => {
        limits.fill(Infinity)
        send(reply)
      })
  })
  send({ ready: true })
}

/** Processor time of all threads of this process. */
export function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
