import { expect, test } from 'vitest'
import { isPrivateAddress } from './private-address.ts'

test('an address of this machine, of a private network, of a link or of a range for documentation is private, and so is a text that is no address', () => {
  for (const address of [
    '0.0.0.0',
    '10.255.0.1',
    '100.64.0.1',
    '127.0.0.2',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.19.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    // IPv6 addresses that embed an IPv4 address, even a public one, are not accepted.
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
    'localhost',
    '',
  ])
    expect(isPrivateAddress(address), address).toBe(true)
})

test('any other address is public', () => {
  for (const address of ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4009::8a'])
    expect(isPrivateAddress(address), address).toBe(false)
})
