import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetAll, isRemembered, recall, seenOr } from './remembered.ts'

/** The browser's cache storage, as far as it is used here. */
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

const nobody = () => Promise.reject(Object.assign(new Error('no network'), { status: 0 }))

describe('an answer', () => {
  test('is kept, and given again when nobody answers', async () => {
    expect(
      await seenOr(
        'me',
        async () => 'Anna',
        () => 7,
      ),
    ).toEqual({ data: 'Anna', at: 7 })
    await expect.poll(() => isRemembered('me')).toBe(true)
    expect(await seenOr('me', nobody)).toEqual({ data: 'Anna', at: 7 })
    await expect(seenOr('clubs', nobody)).rejects.toThrow('no network')
  })

  test('is not given again when the server refuses', async () => {
    await seenOr('me', async () => 'Anna')
    await expect.poll(() => isRemembered('me')).toBe(true)
    const refused = () => Promise.reject(Object.assign(new Error('refused'), { status: 403 }))
    await expect(seenOr('me', refused)).rejects.toThrow('refused')
  })

  test('that was asked for before the session ended is not kept after it', async () => {
    let answer = (_name: string) => {}
    const asked = seenOr('me', () => new Promise<string>((done) => (answer = done)))
    await forgetAll(null)
    answer('Anna')
    await asked
    await new Promise((done) => setTimeout(done))
    expect(await recall('me')).toBeNull()
  })
})
