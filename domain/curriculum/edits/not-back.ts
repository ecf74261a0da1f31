import { listItems } from '#domain/curriculum/address.ts'
import type { Section } from '#domain/curriculum/content.ts'
import { parseStoredAddress } from '#domain/curriculum/stored-file.ts'
import { type AuthorNode, type Tree } from '#domain/curriculum/tree.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'

/** What a scheme has today of all that its nodes can show. */
export interface Existing {
  /** Ids of stored files. */
  files: ReadonlySet<string>
  /** Ids of the scheme's videos. */
  videos: ReadonlySet<number>
  /** The scheme's two-letter languages. */
  languages: ReadonlySet<string>
  /** Whether the node that a linked node follows is still there. */
  hasSource: (node: AuthorNode) => boolean
}

/** Something of a node that a restore does not bring back; `name` is that of a file, or a language. */
export interface NotBack {
  what: 'file' | 'video' | 'link' | 'language'
  id: string
  name: string
}

/** The nodes that a restore to `target` changes or brings back. */
export function nodesToRestore(tree: Tree, target: Tree): AuthorNode[] {
  return [...target.nodes.values()].filter((node) => !isEqual(tree.nodes.get(node.id), node))
}

/** The addresses that a section of files lists; others show none. */
const addressesOf = ({ type, value }: Section) =>
  type === 'files' ? Object.values(value).flatMap((text) => listItems(text)) : []

/** The files that nodes list. */
export function listedFiles(nodes: readonly AuthorNode[]): string[] {
  const addresses = nodes.flatMap(({ content }) => content.flatMap(addressesOf))
  return [...new Set(addresses.flatMap((address) => parseStoredAddress(address)?.id ?? []))]
}

/** What cannot come back of the nodes that a restore brings back. */
export function findNotBack(nodes: readonly AuthorNode[], existing: Existing): NotBack[] {
  return nodes.flatMap((node): NotBack[] => {
    const { id } = node
    const files = node.content.flatMap(addressesOf).flatMap((address) => {
      const file = parseStoredAddress(address)
      return file && !existing.files.has(file.id) ? [file.name] : []
    })
    const videos = node.videos.filter((video) => !existing.videos.has(video))
    const texts = [node.title, ...node.content.flatMap(({ title, value }) => [title, value])]
    const languages = new Set(texts.flatMap((words) => Object.keys(words)))
    return [
      ...[...new Set(files)].map((name) => ({ what: 'file' as const, id, name })),
      ...videos.map(() => ({ what: 'video' as const, id, name: '' })),
      ...(node.origin && !existing.hasSource(node) ? [{ what: 'link' as const, id, name: '' }] : []),
      ...[...languages]
        .filter((language) => !existing.languages.has(language))
        .map((name) => ({ what: 'language' as const, id, name })),
    ]
  })
}

/** The tree without the files and videos that its nodes `ids` name and that do not exist any more. */
export function withoutMissing(tree: Tree, ids: readonly string[], { files, videos }: Existing): Tree {
  const nodes = new Map(tree.nodes)
  const exists = (address: string) => {
    const file = parseStoredAddress(address)
    return file === null || files.has(file.id)
  }
  for (const id of ids) {
    const node = nodes.get(id)
    if (!node) continue
    const content = node.content.map((section) => {
      if (addressesOf(section).every(exists)) return section
      const left = Object.entries(section.value).map(([language, text]) => [
        language,
        listItems(text).filter(exists).join(', '),
      ])
      return { ...section, value: Object.fromEntries(left) as Record<string, string> }
    })
    nodes.set(id, { ...node, content, videos: node.videos.filter((video) => videos.has(video)) })
  }
  return { ...tree, nodes }
}
