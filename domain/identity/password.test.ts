import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail } from '#domain/platform/email.ts'
import { brokenRules, PASSWORD_MIN, passwordRules } from './password.ts'

describe('a password', () => {
  it.each([
    ['Right-horse-9', []],
    ['Llŷn-Ŵyn-7', []],
    ['aB1!aB1', ['length']],
    ['RIGHT-HORSE-9', ['lower']],
    ['right-horse-9', ['upper']],
    ['Right-horse', ['number']],
    ['Righthorse9', ['special']],
    ['Right horse 9', ['special']],
    ['', ['length', 'lower', 'upper', 'number', 'special']],
  ])('%s breaks %j', (password, broken) => {
    expect(brokenRules(password)).toEqual(broken)
  })

  it('of at least eight characters that has one of each kind, in any order, breaks no rule', () => {
    const kinds = fc.tuple(
      fc.constantFrom('a', 'ŵ', 'ß'),
      fc.constantFrom('B', 'Ŷ'),
      fc.constantFrom('0', '9'),
      fc.constantFrom('!', '€', '-', '_'),
      // with the four characters above the password is long enough
      fc.string({ minLength: PASSWORD_MIN - 4, maxLength: 60, unit: 'grapheme-ascii' }),
    )
    fc.assert(
      fc.property(
        // all five parts, in any order
        kinds.chain((parts) => fc.shuffledSubarray(parts, { minLength: 5 })),
        (parts) => {
          expect(brokenRules(parts.join(''))).toEqual([])
        },
      ),
    )
  })

  it('breaks no further rule when characters are added', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
        (password, addition) => {
          const before = brokenRules(password)
          const after = brokenRules(password + addition)
          expect(passwordRules.filter((rule) => after.includes(rule) && !before.includes(rule))).toEqual([])
        },
      ),
    )
  })
})

describe('an e-mail address', () => {
  it.each(['sian@example.com', "o'connor+club@mail.example.co.uk", 'siân@clwb.cymru', '1@2.3'])('is %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'sian',
    'sian@',
    '@example.com',
    'sian@example',
    'a@b@c.d',
    'a b@c.d',
    'a@b.c,d@e.f',
    'a@b.c\r\nBcc: x@y.z',
    'a@b..c',
    '<a@b.c>',
    `${'a'.repeat(250)}@b.cd`,
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
