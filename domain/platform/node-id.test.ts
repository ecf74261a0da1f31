import { expect, test } from 'vitest'
import { NODE } from './node-id.ts'

test('an id has only letters, numbers, slash and hyphen', () => {
  // ASCII and all Latin letters with accents
  const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code))
  const accepted = characters.filter((character) => NODE.test(`/a${character}b`))
  expect(accepted.join('')).toBe('-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  for (const id of ['/stage-1', '/Stage-1/Float-on-back/2']) expect(NODE.test(id), id).toBe(true)
  for (const id of ['', '/', 'stage-1', '/a/', '//a', '/a\n', '/a b']) expect(NODE.test(id), id).toBe(false)
})
