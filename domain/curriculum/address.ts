import { NODE } from '#domain/platform/node-id.ts'

/** Where a link in curriculum text may lead. */
export type Address = { kind: 'web' | 'mail' | 'file' | 'node'; to: string }

/** Characters that browsers skip or that hide what an address is. */
const hidden = /[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cs}]/u

/**
 * What an address leads to: https and mailto only (security.md 28), a file of ours, or a node of the same scheme by its
 * id. Null for everything else. The text is expected as a reader of HTML would have decoded it.
 */
export function addressOf(text: string): Address | null {
  const to = text.trim()
  if (to.length > 2_000 || hidden.test(to) || to.includes('\\')) return null
  if (/^https:\/\/[^/?#"'<>@]+([/?#]|$)[^"'<>]*$/i.test(to)) return { kind: 'web', to }
  if (/^mailto:[^"'<>?@]+@[^"'<>?@]+$/i.test(to)) return { kind: 'mail', to }
  if (/^\/(v1\/)?files\/[A-Za-z0-9./?=&_-]+$/.test(to) && !to.includes('..')) return { kind: 'file', to }
  if (NODE.test(to)) return { kind: 'node', to }
  return null
}

/** The entries of a comma-separated value [3.14]. */
export function listedIn(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
