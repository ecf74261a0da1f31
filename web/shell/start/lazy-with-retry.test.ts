import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// parts that other files have declared would be fetched first
vi.resetModules()
const { lazyWithRetry, loadWaitingParts } = await import('./lazy-with-retry.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('parts are fetched in advance only while the server can be reached', async () => {
  const loaded: string[] = []
  for (const name of ['settings', 'reports'])
    lazyWithRetry(async () => {
      loaded.push(name)
      return () => null
    })
  let online = false
  const listeners = new Set<() => void>()
  loadWaitingParts({
    get: () => ({ online, maintenance: null }),
    onReturn(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded).toEqual([])

  online = true
  for (const listener of listeners) listener()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loaded).toEqual(['settings', 'reports'])
  expect(listeners.size).toBe(0)
})
