/** The network for which attempts are counted: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function networkOf(ip: string): string {
  // An IPv4 address may arrive as an IPv6 one, such as ::ffff:203.0.113.7.
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!address.includes(':')) return address
  // `::` stands for as many zero groups as are missing to eight.
  const [beforeGap = '', afterGap = ''] = address.split('::')
  const leadingGroups = beforeGap === '' ? [] : beforeGap.split(':')
  const trailingGroups = afterGap === '' ? [] : afterGap.split(':')
  const missing = 8 - leadingGroups.length - trailingGroups.length
  const zeros = address.includes('::') ? Array.from({ length: missing }, () => '0') : []
  // The /64 prefix is the first four of the eight groups.
  const prefix = [...leadingGroups, ...zeros, ...trailingGroups].slice(0, 4)
  // Each group is written without leading zeros, so that one network has one text.
  return prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
