import sanitizeHtml from 'sanitize-html'
import { parseAddress, listItems } from '#domain/curriculum/address.ts'
import type { Section, Words } from '#domain/curriculum/content.ts'
import { isAddressList, isRichText, RICH_TAGS } from '#domain/curriculum/rich-text.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'

/** Formatted text with the allowed tags and attributes only. A tag that is not allowed is removed; its text stays. */
export function cleanHtml(html: string, { links }: { links: boolean }): string {
  return sanitizeHtml(html, {
    allowedTags: RICH_TAGS.filter((tag) => links || tag !== 'a'),
    allowedAttributes: { a: ['href'] },
    // `parseAddress` checks the addresses further
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { b: 'strong', i: 'em', h1: 'h4', h2: 'h4', h3: 'h4', div: 'p' },
    // a link whose address is not allowed is removed; its text stays
    exclusiveFilter: (frame) =>
      frame.tag === 'a' && parseAddress(frame.attribs['href'] ?? '') === null ? 'excludeTag' : false,
    parser: { decodeEntities: true },
  })
}

/** Text that a browser could read as an address: with a scheme, without one (`//`), or with control characters. */
const UNSAFE_ADDRESS = /^[^/]*:|^\/\/|[\p{C}]/u

function cleanValue(type: string, value: string): string {
  if (isRichText(type)) return cleanHtml(value, { links: type !== 'text-no-link' })
  if (!isAddressList(type)) return value
  // an item that is no address at all is harmless text and stays
  return listItems(value)
    .filter((item) => parseAddress(item) !== null || !UNSAFE_ADDRESS.test(item))
    .join(', ')
}

/** A section with clean texts, as it may be stored. */
export function cleanSection<T extends Pick<Section, 'type' | 'value'>>(section: T): T {
  return { ...section, value: cleanWords(section.type, section.value) }
}

function cleanWords<T extends Readonly<Record<string, string | null>> | Words>(type: string, words: T): T {
  return Object.fromEntries(
    Object.entries(words).map(([language, text]) => [language, text === null ? null : cleanValue(type, text)]),
  ) as T
}

/** Edits with clean texts. `tree` is the tree that they will be applied to; it tells the types of changed sections. */
export function cleanEdits(tree: Tree, edits: readonly Edit[]): Edit[] {
  /** The types of sections that the batch adds, by node id and section key. */
  const addedTypes = new Map<string, string>()
  const typeOf = (id: string, key: string) =>
    addedTypes.get(`${id} ${key}`) ?? tree.nodes.get(id)?.content.find((section) => section.key === key)?.type ?? 'text'
  return edits.map((edit): Edit => {
    switch (edit.do) {
      case 'add':
        for (const { id, content } of edit.nodes)
          for (const { key, type } of content) addedTypes.set(`${id} ${key}`, type)
        return { ...edit, nodes: edit.nodes.map((node) => ({ ...node, content: node.content.map(cleanSection) })) }
      case 'add-section':
        addedTypes.set(`${edit.id} ${edit.section.key}`, edit.section.type)
        return { ...edit, section: cleanSection(edit.section) }
      case 'set-section': {
        const { value } = edit.set
        if (!value) return edit
        return { ...edit, set: { ...edit.set, value: cleanWords(typeOf(edit.id, edit.key), value) } }
      }
      default:
        return edit
    }
  })
}
