import { expect, test } from 'vitest'
import { SecretBox } from './secret-box.ts'

const box = new SecretBox(Buffer.from('a secret of an installation that is long enough'))
const rowKey = ['second_factors.secret', 'one', 'user'] as const

test('a sealed value can be opened for its own row only, and each sealing gives another text', () => {
  const sealed = box.seal(rowKey, 'JBSWY3DPEHPK3PXP')
  expect(sealed).toMatch(/^v1:[\w-]+$/)
  expect(box.open(rowKey, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(box.seal(rowKey, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  expect(() => box.open(['second_factors.secret', 'one', 'other'], sealed)).toThrow()
  expect(() => box.open(['second_factors.secret', 'two', 'user'], sealed)).toThrow()
  expect(() => box.open(['text_keys.key', 'one', 'user'], sealed)).toThrow()
})

test('a value that is not encrypted, changed, shortened or sealed with another secret cannot be opened', () => {
  const sealed = box.seal(rowKey, 'JBSWY3DPEHPK3PXP')
  expect(() => box.open(rowKey, 'JBSWY3DPEHPK3PXP')).toThrow('not encrypted')
  expect(() => box.open(rowKey, sealed.replace(/.{8}$/, 'AAAAAAAA'))).toThrow()
  expect(() => box.open(rowKey, sealed.slice(0, -8))).toThrow()
  expect(() => box.open(rowKey, 'v1:')).toThrow()
  expect(() => new SecretBox(Buffer.from('another secret')).open(rowKey, sealed)).toThrow()
})

test('while the secret is rotated, values of the other secret are opened, and new ones are sealed with the first', () => {
  const [old, fresh] = [Buffer.from('the old secret'), Buffer.from('the new secret')]
  const sealed = new SecretBox(old).seal(rowKey, 'JBSWY3DPEHPK3PXP')
  const rotating = new SecretBox(fresh, old)
  expect([rotating.open(rowKey, sealed), rotating.isCurrent(rowKey, sealed)]).toEqual(['JBSWY3DPEHPK3PXP', false])
  const again = rotating.seal(rowKey, 'JBSWY3DPEHPK3PXP')
  expect([new SecretBox(fresh).open(rowKey, again), rotating.isCurrent(rowKey, again)]).toEqual([
    'JBSWY3DPEHPK3PXP',
    true,
  ])
  expect(() => rotating.open(['second_factors.secret', 'one', 'other'], sealed)).toThrow()
})
