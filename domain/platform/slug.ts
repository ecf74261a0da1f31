/** The pattern of a slug, which names a scheme in addresses. */
export const SLUG_PATTERN = '^[a-z0-9-]{1,60}$'

/**
 * A text as a part of an address: Latin letters, digits and hyphens, at most `most` characters. Empty without Latin
 * letters.
 */
export function slugOf(words: string, most: number): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, most)
    .replace(/-+$/, '')
}
