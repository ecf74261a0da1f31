import { afterEach, expect, test, vi } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import { createSession } from './session.ts'

afterEach(() => void vi.unstubAllGlobals())

const SECOND = 1_000
const END = 1_800_000_000
const tokenOf = (exp: number) => `h.${btoa(JSON.stringify({ exp, sub: '{}' }))}.s`

test('a user is logged in while the refresh token ends in the future, and no millisecond longer [4.1]', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  let now = 0
  const session = createSession(() => now)
  expect(session.isLoggedIn()).toBe(false)
  // the access token has ended long ago; only the refresh token counts
  session.open({ token: tokenOf(1), refresh_token: tokenOf(END), club_users: [] } as unknown as LoginReply)
  now = END * SECOND - 1
  expect([session.isLoggedIn(), session.refresh()]).toEqual([true, tokenOf(END)])
  now = END * SECOND
  expect([session.isLoggedIn(), session.refresh()]).toEqual([false, null])
  session.open({ token: tokenOf(1), refresh_token: 'unreadable', club_users: [] } as unknown as LoginReply)
  expect(session.isLoggedIn()).toBe(false)
})
