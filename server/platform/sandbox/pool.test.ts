import { expect, test, vi } from 'vitest'
import { SandboxPool, TooMuchWork } from './pool.ts'

type Job = 'answer' | 'fail' | 'exit' | 'loop' | 'fill'
const pool = (most = 1) => new SandboxPool<Job, string>(new URL('../../testing/sandbox-jobs.ts', import.meta.url), most)
const LIMITS = { cpuMs: 1_000, bytes: 400 * 1024 ** 2 }

test('a job that exceeds its processor time or memory is killed; the next one runs', async () => {
  const one = pool()
  await expect(one.run('a', 'loop', LIMITS)).rejects.toBeInstanceOf(TooMuchWork)
  await expect(one.run('a', 'fill', { ...LIMITS, cpuMs: 60_000 })).rejects.toBeInstanceOf(TooMuchWork)
  expect(await one.run('a', 'answer', LIMITS)).toBe('answer')
})

test('an error of a job, and a process that ends by itself, is told as an error', async () => {
  const one = pool()
  await expect(one.run('a', 'fail', LIMITS)).rejects.toThrow('it failed')
  await expect(one.run('a', 'exit', LIMITS)).rejects.not.toBeInstanceOf(TooMuchWork)
  expect(await one.run('a', 'answer', LIMITS)).toBe('answer')
})

test('owners take turns, and nobody has two jobs at a time', async () => {
  const ended: string[] = []
  const run = (one: SandboxPool<Job, string>, owner: string, job: Job) =>
    one.run(owner, job, LIMITS).then(
      () => ended.push(owner),
      () => ended.push(owner),
    )
  const single = pool(1)
  await Promise.all([
    run(single, 'a', 'answer'),
    run(single, 'a', 'answer'),
    run(single, 'a', 'answer'),
    run(single, 'b', 'answer'),
  ])
  expect(ended).toEqual(['a', 'b', 'a', 'a'])
  ended.length = 0
  const double = pool(2)
  await Promise.all([run(double, 'a', 'loop'), run(double, 'a', 'loop'), run(double, 'b', 'answer')])
  expect(ended).toEqual(['b', 'a', 'a'])
})

test('a job that comes while an idle process is being ended gets another one', async () => {
  const one = pool()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    expect(await one.run('a', 'answer', LIMITS)).toBe('answer')
    // Fires the timers of idle processes.
    vi.runOnlyPendingTimers()
    expect(await one.run('a', 'answer', LIMITS)).toBe('answer')
  } finally {
    vi.useRealTimers()
  }
})
