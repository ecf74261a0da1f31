import { BlockList, isIP } from 'node:net'

/** The ranges that IANA reserves for special purposes; 224.0.0.0/3 is multicast and everything above it. */
const privateIpv4 = new BlockList()
for (const [network, prefixLength] of [
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
  privateIpv4.addSubnet(network, prefixLength, 'ipv4')
// Public IPv6 addresses are those of 2000::/3, without the ranges that are reserved or embed an IPv4 address.
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const reservedIpv6 = new BlockList()
for (const [network, prefixLength] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  reservedIpv6.addSubnet(network, prefixLength, 'ipv6')

/** Whether an address belongs to this machine, a private network or a range that is not public (security.md 36). */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return privateIpv4.check(address, 'ipv4')
  if (family === 6) return !publicIpv6.check(address, 'ipv6') || reservedIpv6.check(address, 'ipv6')
  // Not an IP address at all.
  return true
}
