import DOMPurify from 'dompurify'
import { addressOf } from '#domain/curriculum/address.ts'
import { RICH_TAGS } from '#domain/curriculum/rich-text.ts'

/** Formatted curriculum text as elements: what is not allowed is left out, on the device too (security.md 28). */
export function purified(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...RICH_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // `addressOf` judges below
    ALLOWED_URI_REGEXP: /^(?:https:|mailto:|\/)/i,
  })
  for (const link of fragment.querySelectorAll('a')) {
    const address = addressOf(link.getAttribute('href') ?? '')
    if (!address) link.replaceWith(...link.childNodes)
    else if (address.kind !== 'node') {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
  return fragment
}
