import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  removeStoredAnswers,
  isStored,
  readStored,
  fetchWithFallback,
  fetchWithQuickFallback,
} from './stored-answers.ts'

/** A fake of the browser's CacheStorage, with the methods that are used. */
function cacheStorage() {
  const stored = new Map<string, Map<string, string>>()
  return {
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, string>()
      stored.set(name, entries)
      return {
        put: async (key: string, response: Response) => void entries.set(key, await response.text()),
        match: async (key: string) => (entries.has(key) ? new Response(entries.get(key)) : undefined),
      }
    },
    delete: async (name: string) => stored.delete(name),
  }
}

beforeEach(() => void vi.stubGlobal('caches', cacheStorage()))

const unreachable = () => Promise.reject(Object.assign(new Error('no network'), { status: 0 }))

describe('an answer', () => {
  test('is stored, and returned again when the server cannot be reached', async () => {
    const now = () => 7
    expect(await fetchWithFallback('me', async () => 'Anna', now)).toEqual({ data: 'Anna', at: 7 })
    await expect.poll(() => isStored('me')).toBe(true)
    expect(await fetchWithFallback('me', unreachable)).toEqual({ data: 'Anna', at: 7 })
    await expect(fetchWithFallback('clubs', unreachable)).rejects.toThrow('no network')
  })

  test('to an earlier request is not stored over that to a later one', async () => {
    let answer = (_name: string) => {}
    const earlier = fetchWithFallback('me', () => new Promise<string>((done) => (answer = done)))
    await fetchWithFallback('me', async () => 'Anna Jones')
    await expect.poll(() => isStored('me')).toBe(true)
    answer('Anna')
    await earlier
    // storing goes on after the answer was returned
    await new Promise((done) => setTimeout(done))
    expect((await readStored('me'))?.data).toBe('Anna Jones')
  })

  test('is not returned again when the server refuses', async () => {
    await fetchWithFallback('me', async () => 'Anna')
    await expect.poll(() => isStored('me')).toBe(true)
    const refused = () => Promise.reject(Object.assign(new Error('refused'), { status: 403 }))
    await expect(fetchWithFallback('me', refused)).rejects.toThrow('refused')
  })

  test('that was requested before the session ended is not stored after it', async () => {
    let answer = (_name: string) => {}
    const request = fetchWithFallback('me', () => new Promise<string>((done) => (answer = done)))
    await removeStoredAnswers()
    answer('Anna')
    await request
    // storing goes on after the answer was returned
    await new Promise((done) => setTimeout(done))
    expect(await readStored('me')).toBeNull()
  })
})

describe('on a network that answers late', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** An answer that resolves when the test says so. */
  function pendingAnswer<T>() {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    return { fetchNow: () => promise, answer: resolve, fail: reject }
  }
  async function storeAnswer(name: string): Promise<void> {
    await fetchWithFallback('me', async () => name)
    await vi.waitFor(async () => expect(await isStored('me')).toBe(true))
  }

  test('the stored answer is returned after a second, and the new one is passed on when it comes', async () => {
    await storeAnswer('Anna')
    const { fetchNow, answer } = pendingAnswer<string>()
    const late = vi.fn()
    const result = fetchWithQuickFallback('me', fetchNow, late)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await result).toMatchObject({ data: 'Anna' })
    expect(late).not.toHaveBeenCalled()
    answer('Anna Maria')
    await vi.waitFor(() =>
      expect(late).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ data: 'Anna Maria' })),
    )
  })

  test('an answer within the second is the only one that is returned', async () => {
    await storeAnswer('Anna')
    const late = vi.fn()
    expect(await fetchWithQuickFallback('me', async () => 'Anna Maria', late)).toMatchObject({ data: 'Anna Maria' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(late).not.toHaveBeenCalled()
  })

  test('without a stored answer the request is awaited, and its failure is passed on', async () => {
    const { fetchNow, fail } = pendingAnswer<string>()
    const result = fetchWithQuickFallback('me', fetchNow, () => undefined)
    // else the failure, which comes before the test awaits the result, would count as unhandled
    result.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(5_000)
    fail(Object.assign(new Error('no network'), { status: 0 }))
    await expect(result).rejects.toThrow('no network')
  })

  test('no late answer is passed on after the session ended, nor after a newer request', async () => {
    await storeAnswer('Anna')
    const [first, second, third] = [pendingAnswer<string>(), pendingAnswer<string>(), pendingAnswer<string>()]
    const late = vi.fn()
    const request = async ({ fetchNow }: typeof first) => {
      const result = fetchWithQuickFallback('me', fetchNow, late)
      await vi.advanceTimersByTimeAsync(1_000)
      await result
    }
    await request(first)
    await request(second)
    second.answer('newer')
    await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(1))
    first.answer('older')
    await vi.advanceTimersByTimeAsync(10)
    await request(third)
    await removeStoredAnswers()
    third.answer('after the session')
    await vi.advanceTimersByTimeAsync(10)
    expect(late.mock.calls.map(([answer]) => answer.data)).toEqual(['newer'])
  })
})
