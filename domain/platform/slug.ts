/** The pattern of a slug, the name of a scheme in addresses. */
export const SLUG_PATTERN = '^[a-z0-9-]{1,60}$'

/** A text as a part of an address: Latin letters, digits and hyphens. Empty when it has no Latin letter or digit. */
export function slugOf(text: string, maxLength: number): string {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, maxLength)
      // the cut may leave a hyphen at the end
      .replace(/-+$/, '')
  )
}
