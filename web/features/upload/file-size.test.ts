import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [820 * 1024, '820 kB'],
  [1.44 * 1024 * 1024, '1.4 MB'],
  [5 * 1024 * 1024, '5 MB'],
  [199.6 * 1024 * 1024, '200 MB'],
])('%d bytes are %s', (bytes, text) => {
  // number and unit stay on one line
  expect(fileSize(bytes)).toBe(text.replace(' ', '\u00A0'))
})
