import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'Code;Title\n1;Dŵr\n2;Crème £5'

it('reads texts in UTF-8, in UTF-16 with and without its mark, and in Windows-1252', () => {
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
  for (const bytes of [
    Buffer.from(TEXT),
    Buffer.from(`\ufeff${TEXT}`),
    Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
    Buffer.from(TEXT, 'utf16le'),
    bigEndian(`\ufeff${TEXT}`),
    bigEndian(TEXT),
  ])
    expect(decodeText(bytes)).toBe(TEXT)
  expect(decodeText(Buffer.from('Crème £5', 'latin1'))).toBe('Crème £5')
})
