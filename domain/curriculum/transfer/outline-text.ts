import { MAX_TEXT } from '#domain/curriculum/content.ts'
import { cutText } from '#domain/platform/cut-text.ts'

/** Elements that a text here cannot have, and whose content goes with them or loses its arrangement. */
const LOST = /<(img|table|video|audio|iframe|object|embed|svg|math)\b/gi

/** What of some HTML no text here has, once each, such as `img` and `table`. */
export const lostMarkup = (html: string): string[] => [
  ...new Set([...html.matchAll(LOST)].map(([, tag = '']) => tag.toLowerCase())),
]

/** HTML whose tables are lines, so that the words of two cells do not become one. */
export const withoutTables = (html: string): string =>
  html.replaceAll(/<\/t[dh]>\s*(?=<t[dh]\b)/gi, ' | ').replaceAll(/<\/tr>/gi, '<br />')

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Plain text as HTML; paragraphs are separated by empty lines. */
export function htmlOfText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

/** The beginning of a text whose HTML is not longer than that of a node may be. */
export function fittingText(text: string): string {
  if (htmlOfText(text).length <= MAX_TEXT) return text
  let [fits, tooLong] = [0, text.length + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (htmlOfText(text.slice(0, middle)).length <= MAX_TEXT) fits = middle
    else tooLong = middle
  }
  return cutText(text, fits)
}

/**
 * HTML as plain text: what `htmlOfText` wrote becomes its text again, and formatted text loses its formatting. `&amp;`
 * is decoded last, because `&amp;lt;` stands for the text `&lt;`.
 */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/(p|li|h4|blockquote)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
