import { expect, test } from 'vitest'
import { parseAddress, listItems } from './address.ts'
import { storedAddress, parseStoredAddress } from './stored-file.ts'

const id = '0e9f1c52-1111-4222-8333-444455556666'

test.each([
  ['Float, on the back.PNG', 'Float-on-the-back.PNG'],
  ['Plymio ŵy.pdf', 'Plymio-wy.pdf'],
  ['../../etc/passwd', '.-.-etc-passwd'],
  ['', 'file'],
])(
  'a stored file called “%s” has the name “%s” in its address, which has no comma and so stays one entry of a list',
  (name, plain) => {
    const address = storedAddress({ id, name })
    expect(parseStoredAddress(address)).toEqual({ id, name: plain })
    expect(parseAddress(address)?.kind).toBe('file')
    expect(listItems(`${address}, ${address}`)).toEqual([address, address])
  },
)

test('any other address is not that of a stored file', () => {
  for (const other of ['/stage-1/float', 'https://a.example/files/x', `/files/${id}`, `/files/${id}/a/b`])
    expect(parseStoredAddress(other)).toBeNull()
})
