import { afterEach, expect, test } from 'vitest'
import { inOneTab } from './one-tab.ts'

// Node has the browsers' own Web Locks; two tabs of a host share them as two calls here do
const { locks } = globalThis.navigator
/** They end what a test left running, so that the next test gets the lock. */
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** Work that lasts until `end` is called; the log tells when it begins and ends. */
function longWork(log: string[], name: string) {
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  endings.push(() => end())
  return {
    end: () => end(),
    work: async () => {
      log.push(`${name} begins`)
      await ended
      log.push(`${name} ends`)
    },
  }
}

test('a second tab waits for the first and then runs', async () => {
  const log: string[] = []
  const firstWork = longWork(log, 'one')
  const secondWork = longWork(log, 'two')
  const first = inOneTab(firstWork.work, locks)
  const second = inOneTab(secondWork.work, locks)
  secondWork.end()
  firstWork.end()
  await Promise.all([first, second])
  expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('a frozen tab that holds the lock is not waited for', async () => {
  const log: string[] = []
  const frozen = longWork(log, 'frozen')
  const awake = longWork(log, 'awake')
  const frozenRun = inOneTab(frozen.work, locks)
  awake.end()
  await inOneTab(awake.work, locks, /* waitMs */ 20)
  expect(log).toEqual(['frozen begins', 'awake begins', 'awake ends'])
  // when the frozen tab wakes, its work still ends without an error
  frozen.end()
  await frozenRun
  expect(log.at(-1)).toBe('frozen ends')
})

test('an error of the work reaches the caller, with Web Locks and without', async () => {
  const fail = async () => {
    throw new Error('no network')
  }
  await expect(inOneTab(fail, locks)).rejects.toThrow('no network')
  await expect(inOneTab(fail, undefined)).rejects.toThrow('no network')
})
