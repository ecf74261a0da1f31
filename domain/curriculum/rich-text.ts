/** The HTML elements of formatted curriculum text. Only `a` has an attribute, `href`. */
export const RICH_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'h4', 'blockquote', 'a'] as const

/** Whether the value of a section of this type is formatted text. */
export function isRichText(type: string): boolean {
  return type === 'text' || type === 'warning' || type === 'text-no-link'
}

/** Whether the value of a section of this type is a list of addresses. */
export function isAddressList(type: string): boolean {
  return type === 'link' || type === 'video' || type === 'files'
}
