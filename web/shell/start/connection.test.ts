import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnection } from './connection.ts'

let browser: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  vi.stubGlobal('window', browser)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const setUp = () => {
  const check = vi.fn(() => Promise.resolve())
  return { check, connection: createConnection(check) }
}

describe('the connection to the API', () => {
  it('is checked at most once per 500 ms', async () => {
    const { check, connection } = setUp()
    for (let call = 0; call < 5; call++) await connection.checkNow()
    expect(check).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(499)
    await connection.checkNow()
    expect(check).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await connection.checkNow()
    expect(check).toHaveBeenCalledTimes(2)
  })

  it('is checked every 15 seconds while it is lost, however many calls fail meanwhile, and then no more', async () => {
    const { check, connection } = setUp()
    connection.onOffline()
    for (let second = 0; second < 14; second++) {
      await vi.advanceTimersByTimeAsync(1_000)
      connection.onOffline()
    }
    expect(check).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(check).toHaveBeenCalledTimes(1)
    connection.onOnline()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('stays lost when an answer arrives that was on its way while the device lost its network', () => {
    const { check, connection } = setUp()
    browser.dispatchEvent(new Event('offline'))
    vi.advanceTimersByTime(999)
    connection.onOnline()
    expect(connection.get().online).toBe(false)
    vi.advanceTimersByTime(1)
    connection.onOnline()
    expect(connection.get().online).toBe(true)
    // a network that is back at once counts at once
    browser.dispatchEvent(new Event('offline'))
    browser.dispatchEvent(new Event('online'))
    expect(check).toHaveBeenCalledTimes(1)
    connection.onOnline()
    expect(connection.get().online).toBe(true)
  })

  it('is checked every minute during maintenance, however many calls report it', async () => {
    const { check, connection } = setUp()
    const titles: unknown[] = []
    connection.subscribe(() => titles.push(connection.get().maintenance?.title))
    const reportMaintenance = (title: string | null) => connection.onMaintenance({ title, description: null })
    reportMaintenance(null)
    for (let second = 0; second < 59; second++) {
      await vi.advanceTimersByTimeAsync(1_000)
      reportMaintenance(null)
    }
    expect(check).toHaveBeenCalledTimes(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(check).toHaveBeenCalledTimes(1)
    reportMaintenance('Back at eight')
    connection.onMaintenance(null)
    // the repeated reports without a title were passed on once; undefined: the maintenance is over
    expect(titles).toEqual([null, 'Back at eight', undefined])
  })

  it('is reported as regained once for each time that it was lost', () => {
    const { connection } = setUp()
    const listener = vi.fn()
    const unsubscribe = connection.onReturn(listener)
    connection.onOnline()
    connection.onMaintenance({ title: 'Back at eight', description: null })
    connection.onOffline()
    expect(listener).toHaveBeenCalledTimes(0)
    connection.onOnline()
    connection.onOnline()
    expect(listener).toHaveBeenCalledTimes(1)
    unsubscribe()
    connection.onOffline()
    connection.onOnline()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is lost when the browser goes offline, and checked when the browser goes online', () => {
    const { check, connection } = setUp()
    browser.dispatchEvent(new Event('offline'))
    expect(connection.get().online).toBe(false)
    browser.dispatchEvent(new Event('online'))
    expect([check.mock.calls.length, connection.get().online]).toEqual([1, false])
    connection.onOnline()
    expect(connection.get().online).toBe(true)
  })
})
