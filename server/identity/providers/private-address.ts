import { BlockList, isIP } from 'node:net'

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
// of IPv6 only what is given out to the public is outside, without the ranges that wrap an IPv4 address
const outside6 = new BlockList()
outside6.addSubnet('2000::', 3, 'ipv6')
const wrapping = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  wrapping.addSubnet(net, bits, 'ipv6')

/** Whether an address lies on this machine, in a private network or in a range that is not for the public (security.md 36). */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return inside.check(address, 'ipv4')
  if (family === 6) return !outside6.check(address, 'ipv6') || wrapping.check(address, 'ipv6')
  return true
}
