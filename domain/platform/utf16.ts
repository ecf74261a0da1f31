/** How many bytes are looked at. */
const LOOKED_AT = 1_000

/**
 * The kind of UTF-16 that the bytes of a text are, by its mark, or because in a Latin text every second byte is 0; null
 * for any other encoding.
 */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = [...bytes.subarray(0, LOOKED_AT)]
  const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const most = start.length / 4
  if (zeros(1) > most && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > most && zeros(1) === 0 ? 'utf-16be' : null
}
