// A thread of a child process: it looks at what the process uses even while a job blocks the main thread.
import { workerData } from 'node:worker_threads'
import { usedMs } from './serve.ts'

const LOOK_MS = 25

const [MILLISECONDS, BYTES] = [0, 1]
const limits = workerData as Float64Array
setInterval(() => {
  const exceeded = usedMs() > (limits[MILLISECONDS] ?? 0) || process.memoryUsage.rss() > (limits[BYTES] ?? 0)
  if (exceeded) process.kill(process.pid, 'SIGKILL')
}, LOOK_MS)
