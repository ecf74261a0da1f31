// Jobs for the test of `SandboxPool`. `loop` exceeds the time limit and `fill` the memory limit; an unknown job returns
// its own name.
import { serveJobs } from '#server/platform/sandbox/serve.ts'

const allocated: Buffer[] = []

serveJobs((job: string) => {
  if (job === 'fail') throw new Error('it failed')
  if (job === 'exit') process.exit(3)
  while (job === 'loop') allocated.length = 0
  while (job === 'fill') allocated.push(Buffer.alloc(10 * 1024 ** 2, 1))
  return job
})
