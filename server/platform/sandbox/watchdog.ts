// A thread of a sandbox process. It checks the limits of the job even while the job blocks the main thread.
import { workerData } from 'node:worker_threads'
import { usedCpuMs } from './serve.ts'

const CHECK_MS = 25

/** The indexes of the two limits in the shared memory. */
const [CPU_MS, BYTES] = [0, 1]
const limits = workerData as Float64Array
setInterval(() => {
  const exceeded = usedCpuMs() > (limits[CPU_MS] ?? 0) || process.memoryUsage.rss() > (limits[BYTES] ?? 0)
  if (exceeded) process.kill(process.pid, 'SIGKILL')
}, CHECK_MS)
