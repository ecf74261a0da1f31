import { expect, test } from 'vitest'
import { readSubject, readToken } from './token-payload.ts'

const tokenOf = (payload: unknown) => `h.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_')}.s`

test('a token says when it ends and whose it is', () => {
  const token = tokenOf({ exp: 1_800_000_000, sub: JSON.stringify({ user_uuid: 'u' }) })
  expect(readToken(token)).toMatchObject({ exp: 1_800_000_000 })
  expect(readSubject(token)).toEqual({ user_uuid: 'u' })
})

test('a session without an access token, or with one that cannot be read, has no subject', () => {
  for (const token of [null, '', 'x', 'a.b.c', tokenOf({ exp: 1, sub: 'no JSON' }), tokenOf({ sub: '{}' })])
    expect(readSubject(token), `${token}`).toBeNull()
})
