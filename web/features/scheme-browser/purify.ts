import DOMPurify from 'dompurify'
import { parseAddress } from '#domain/curriculum/address.ts'
import { RICH_TAGS } from '#domain/curriculum/rich-text.ts'

/**
 * Sanitises formatted curriculum text and returns it as elements. The server sanitises it when it is saved; the device
 * does not rely on that (security.md 28).
 */
export function sanitizeRichText(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...RICH_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // addresses are checked more strictly below
    ALLOWED_URI_REGEXP: /^(?:https:|mailto:|\/)/i,
  })
  for (const link of fragment.querySelectorAll('a')) {
    const address = parseAddress(link.getAttribute('href') ?? '')
    if (!address) link.replaceWith(...link.childNodes)
    else if (address.kind !== 'node') {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
  return fragment
}
