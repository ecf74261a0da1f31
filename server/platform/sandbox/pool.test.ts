import { expect, test, vi } from 'vitest'
import { SandboxPool, TooMuchWork } from './pool.ts'

/** `loop` runs for ever and `fill` takes ever more memory; the others return, throw, or end the process. */
type Job = 'answer' | 'fail' | 'exit' | 'loop' | 'fill'
const createPool = (maxChildren = 1) =>
  new SandboxPool<Job, string>(new URL('../../testing/sandbox-jobs.ts', import.meta.url), maxChildren)
const LIMITS = { cpuMs: 1_000, bytes: 400 * 1024 ** 2 }

test('a job that exceeds its processor time or memory is killed; the next one runs', async () => {
  const pool = createPool()
  await expect(pool.run('a', 'loop', LIMITS)).rejects.toBeInstanceOf(TooMuchWork)
  // So much processor time that the limit of the memory is reached first.
  await expect(pool.run('a', 'fill', { ...LIMITS, cpuMs: 60_000 })).rejects.toBeInstanceOf(TooMuchWork)
  expect(await pool.run('a', 'answer', LIMITS)).toBe('answer')
})

test('a job that throws, or whose process ends by itself, rejects with an error', async () => {
  const pool = createPool()
  await expect(pool.run('a', 'fail', LIMITS)).rejects.toThrow('it failed')
  await expect(pool.run('a', 'exit', LIMITS)).rejects.not.toBeInstanceOf(TooMuchWork)
  expect(await pool.run('a', 'answer', LIMITS)).toBe('answer')
})

test('a job whose process does not begin it is killed, and the next one runs', async () => {
  // a module that does not wait for jobs stands for a process that hangs while it starts
  const pool = new SandboxPool<Job, string>(new URL('../../testing/hanging-process.ts', import.meta.url), 1)
  const limits = { ...LIMITS, cpuMs: 20 }
  await expect(pool.run('a', 'answer', limits)).rejects.toBeInstanceOf(TooMuchWork)
  await expect(pool.run('b', 'answer', limits)).rejects.toBeInstanceOf(TooMuchWork)
})

test('owners take turns, and no owner has two running jobs', async () => {
  /** The owners of the jobs, in the order in which the jobs ended. */
  const ended: string[] = []
  const run = (pool: SandboxPool<Job, string>, owner: string, job: Job) =>
    pool.run(owner, job, LIMITS).then(
      () => ended.push(owner),
      () => ended.push(owner),
    )
  const single = createPool(1)
  await Promise.all([
    run(single, 'a', 'answer'),
    run(single, 'a', 'answer'),
    run(single, 'a', 'answer'),
    run(single, 'b', 'answer'),
  ])
  expect(ended).toEqual(['a', 'b', 'a', 'a'])
  ended.length = 0
  const double = createPool(2)
  await Promise.all([run(double, 'a', 'loop'), run(double, 'a', 'loop'), run(double, 'b', 'answer')])
  expect(ended).toEqual(['b', 'a', 'a'])
})

test('a job that comes while an idle process is being ended gets another one', async () => {
  const pool = createPool()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    expect(await pool.run('a', 'answer', LIMITS)).toBe('answer')
    // Fires the timers of idle processes.
    vi.runOnlyPendingTimers()
    expect(await pool.run('a', 'answer', LIMITS)).toBe('answer')
  } finally {
    vi.useRealTimers()
  }
})
