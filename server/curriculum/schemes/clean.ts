import sanitizeHtml from 'sanitize-html'
import { parseAddress, listItems } from '#domain/curriculum/address.ts'
import { withoutBlankWords, type Section, type WordChanges, type Words } from '#domain/curriculum/content.ts'
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

/** A section with clean texts and without blank ones. */
function cleanNewSection(section: Section): Section {
  const { title, value } = cleanSection(section)
  return { ...section, title: withoutBlankWords(title), value: withoutBlankWords(value) }
}

/** Changes of texts in which a blank text removes its language, as null does. */
function withoutBlankChanges(changes: WordChanges): WordChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([language, text]) => [language, text?.trim() === '' ? null : text]),
  )
}

/** Edits with clean texts, without blank ones. `tree` is the tree that they will be applied to; it tells the types of changed sections. */
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
        return {
          ...edit,
          nodes: edit.nodes.map((node) => ({
            ...node,
            title: withoutBlankWords(node.title),
            content: node.content.map(cleanNewSection),
          })),
        }
      case 'set': {
        const { title } = edit.set
        return title ? { ...edit, set: { ...edit.set, title: withoutBlankChanges(title) } } : edit
      }
      case 'add-section':
        addedTypes.set(`${edit.id} ${edit.section.key}`, edit.section.type)
        return { ...edit, section: cleanNewSection(edit.section) }
      case 'set-section': {
        const { title, value } = edit.set
        const set = {
          ...(title ? { title: withoutBlankChanges(title) } : {}),
          ...(value ? { value: withoutBlankChanges(cleanWords(typeOf(edit.id, edit.key), value)) } : {}),
        }
        return { ...edit, set }
      }
      default:
        return edit
    }
  })
}
