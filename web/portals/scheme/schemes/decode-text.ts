/** The text of a file whose encoding is not known: UTF-8, UTF-16 with or without its mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // the encoding that spreadsheets on Windows write by default
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** How many bytes are looked at. */
const LOOKED_AT = 1_000

/** The kind of UTF-16 that the bytes are; without its mark it has a zero in most pairs of bytes. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const beginning = [...bytes.subarray(0, LOOKED_AT)]
  const zeros = (parity: number) => beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const most = beginning.length / 4
  if (zeros(1) > most && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > most && zeros(1) === 0 ? 'utf-16be' : null
}
