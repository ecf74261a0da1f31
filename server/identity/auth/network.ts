/** The network for which attempts are counted: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function networkOf(ip: string): string {
  // An IPv4 address may arrive as an IPv6 one, such as ::ffff:203.0.113.7.
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  // `::` stands for as many zero groups as are missing to eight.
  const [head = '', tail = ''] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = plain.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  const parts = [...left, ...zeros, ...right].slice(0, 4)
  return parts.map((part) => Number.parseInt(part, 16).toString(16)).join(':')
}
