import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('the network of an address is the IPv4 address itself, or the first 64 bits of an IPv6 address, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe(networkOf('203.0.113.7'))
  expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.113.8'))
  const home = networkOf('2001:db8:1:2::1')
  for (const same of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::9', '2001:DB8:1:2:3:4:5:6'])
    expect(networkOf(same), same).toBe(home)
  for (const other of ['2001:db8:1:3::1', '2001:db8::1', '::1']) expect(networkOf(other), other).not.toBe(home)
})
