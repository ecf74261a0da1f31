import { NODE } from '#domain/platform/node-id.ts'

/** The target of a link in curriculum text; `to` is a URL, a file's path or a node id. */
export type Address = { kind: 'web' | 'mail' | 'file' | 'node'; to: string }

/**
 * Spaces, control, format and private-use characters and lone surrogates: browsers skip them, or an address can be
 * disguised with them.
 */
const DISGUISING = /[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cs}]/u

/**
 * Parses the address of a link: https, mailto, a stored file, or the id of a node of the same scheme. Null for
 * everything else, among it a URL with a user name, which can pass for a host, and a mailto with further fields
 * (security.md 28). HTML entities in the text must have been decoded.
 */
export function parseAddress(text: string): Address | null {
  const to = text.trim()
  if (to.length > 2_000 || DISGUISING.test(to) || to.includes('\\')) return null
  if (/^https:\/\/[^/?#"'<>@]+([/?#]|$)[^"'<>]*$/i.test(to)) return { kind: 'web', to }
  if (/^mailto:[^"'<>?@]+@[^"'<>?@]+$/i.test(to)) return { kind: 'mail', to }
  if (/^\/(v1\/)?files\/[A-Za-z0-9./?=&_-]+$/.test(to) && !to.includes('..')) return { kind: 'file', to }
  if (NODE.test(to)) return { kind: 'node', to }
  return null
}

/** The entries of a comma-separated value, such as a list of files [3.14], without empty ones. */
export function listItems(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
