import { utf16Of } from '#domain/platform/utf16.ts'

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
