/** Elements that formatted curriculum text may have; `a` alone has an attribute, its address. */
export const RICH_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'h4', 'blockquote', 'a'] as const

/** Content types whose words are formatted text. */
export function isRich(type: string): boolean {
  return type === 'text' || type === 'warning' || type === 'text-no-link'
}
/** Content types whose value is a list of addresses. */
export function isAddressed(type: string): boolean {
  return type === 'link' || type === 'video' || type === 'files'
}
