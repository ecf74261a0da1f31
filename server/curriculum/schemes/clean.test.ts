import { describe, expect, test } from 'vitest'
import { parseAddress } from '#domain/curriculum/address.ts'
import { RICH_TAGS } from '#domain/curriculum/rich-text.ts'
import { treeOf, type Edit } from '#domain/curriculum/tree.ts'
import { htmlPayloads } from '#server/testing/html-payloads.ts'
import { cleanEdits, cleanHtml, cleanSection } from './clean.ts'

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** The tags of a text that are not allowed. */
function findForbiddenTags(html: string): string[] {
  const tagWithoutAttributes = new RegExp(`^</?(?:${RICH_TAGS.join('|')})(?: /)?>$`)
  return (html.match(/<[^>]*>?/g) ?? []).filter((tag) => {
    const href = /^<a href="([^"]*)">$/.exec(tag)?.[1]
    return href === undefined ? !tagWithoutAttributes.test(tag) : parseAddress(decoded(href)) === null
  })
}

describe('formatted text', () => {
  test('loses everything that could run a script, load a resource or embed a page', () => {
    expect(htmlPayloads.length).toBeGreaterThanOrEqual(150)
    expect(new Set(htmlPayloads).size).toBe(htmlPayloads.length)
    for (const payload of htmlPayloads) {
      const clean = cleanHtml(payload, { links: true })
      expect(findForbiddenTags(clean), payload).toEqual([])
      expect(findForbiddenTags(cleanHtml(`<p>before ${payload} after</p>`, { links: true })), payload).toEqual([])
      // cleaning twice changes nothing: the browser, which cleans again, shows what is stored
      expect(cleanHtml(clean, { links: true }), payload).toBe(clean)
    }
  })

  test('keeps what authors write, exactly as their editor writes it', () => {
    const authorsTexts = [
      'Plain words, "quoted" &amp; more',
      '<p>One <strong>two</strong> <em>three</em> <u>four</u> <s>five</s></p><h4>Six</h4>',
      '<ul><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li></ol></li></ul><blockquote><p>d</p></blockquote>',
      '<p>To <a href="https://example.org/a?b=1&amp;c=2#d">the web</a>, <a href="mailto:help@example.org">us</a> or <a href="/stage-1/float">Float</a></p>',
      '<p>Siân ŵ 5 &lt; 6</p>',
    ]
    for (const html of authorsTexts) expect(cleanHtml(html, { links: true })).toBe(html)
  })

  test('of a type without links keeps the text of links', () => {
    expect(cleanHtml('<p>See <a href="https://example.org">this</a></p>', { links: false })).toBe('<p>See this</p>')
  })
})

describe('a list of addresses', () => {
  const clean = (value: string) => cleanSection({ type: 'link', value: { en: value } }).value['en']
  test('loses the addresses that are not of https, mail, files or nodes', () => {
    // the comma of the last address separates too, so that `x` is left as a word
    expect(clean('https://a.example, javascript:alert(1), /stage-1/float, data:text/html,x')).toBe(
      'https://a.example, /stage-1/float, x',
    )
    expect(clean('mailto:a@b.example, //evil.example, JAVASCRIPT:x, /files/a.png')).toBe(
      'mailto:a@b.example, /files/a.png',
    )
  })
})

test('edits are cleaned by the type of their section, also of a section that is added in the same batch', () => {
  const html = '<b>x</b> & <img src=x>'
  // texts of the type `tags` are no HTML and stay; section `b` is unknown and counts as formatted text
  const edits: Edit[] = [
    {
      do: 'add-section',
      id: '/n',
      section: { key: 'a', type: 'tags', of: null, title: {}, value: { en: html } },
      before: null,
    },
    { do: 'set-section', id: '/n', key: 'a', set: { value: { cy: html, en: null } } },
    { do: 'set-section', id: '/n', key: 'b', set: { value: { cy: html } } },
  ]
  expect(cleanEdits(treeOf([]), edits)).toEqual([
    edits[0],
    edits[1],
    { do: 'set-section', id: '/n', key: 'b', set: { value: { cy: '<strong>x</strong> &amp; ' } } },
  ])
})
