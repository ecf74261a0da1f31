import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { JobOrder, JobReply } from './pool.ts'

/** A lower priority than the server's, so that requests come first. */
const PRIORITY = 10

/** Runs the jobs of a `SandboxPool` in this child process, one after the other. */
export function serveJobs<Job>(work: (job: Job) => unknown): void {
  setPriority(PRIORITY)
  // A signal to the process group, such as Ctrl-C, is meant for the server, which then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  // The watchdog thread reads the limits from shared memory: processor time in ms, and bytes.
  const limits = new Float64Array(new SharedArrayBuffer(16)).fill(Infinity)
  new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: limits }).unref()
  const send = (reply: JobReply) => process.send?.(reply)
  process.on('message', ({ job, cpuMs, bytes }: JobOrder) => {
    limits[0] = usedCpuMs() + cpuMs
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
}

/** Processor time of all threads of this process, in ms. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
