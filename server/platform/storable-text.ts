/** A text without what PostgreSQL does not store: NUL characters go, and half of a character becomes a replacement. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
