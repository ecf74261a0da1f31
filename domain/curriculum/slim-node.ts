import type { AuthorNode } from './tree.ts'

/** What most nodes are; lists that nobody changes in place are shared by all of them. */
const USUAL = {
  grade: null,
  group: null,
  completion: null,
  completionType: 'automated',
  required: [],
  hidden: false,
  skipped: false,
  starred: false,
  content: [],
  videos: [],
} as const satisfies Partial<AuthorNode>

type Usual = keyof typeof USUAL

/** A node without what is usual: a tree has thousands of them to send and to read. */
export type SlimNode = Omit<AuthorNode, Usual> & Partial<Pick<AuthorNode, Usual>>

function isUsual(key: string, value: unknown): boolean {
  if (!(key in USUAL)) return false
  const usual = USUAL[key as Usual]
  return Array.isArray(value) ? value.length === 0 : value === usual
}

export function slim(node: AuthorNode): SlimNode {
  return Object.fromEntries(Object.entries(node).filter(([key, value]) => !isUsual(key, value))) as unknown as SlimNode
}

/** Field by field: thousands of objects of one shape are made twice as fast as by spreading. */
export function whole(node: SlimNode): AuthorNode {
  const { id, parentId, t, title, pins, origin } = node
  const made: AuthorNode = {
    id,
    parentId,
    t,
    title,
    grade: node.grade ?? USUAL.grade,
    group: node.group ?? USUAL.group,
    completion: node.completion ?? USUAL.completion,
    completionType: node.completionType ?? USUAL.completionType,
    required: node.required ?? USUAL.required,
    hidden: node.hidden ?? USUAL.hidden,
    skipped: node.skipped ?? USUAL.skipped,
    starred: node.starred ?? USUAL.starred,
    content: node.content ?? USUAL.content,
    videos: node.videos ?? USUAL.videos,
  }
  return pins || origin ? { ...made, ...(pins ? { pins } : {}), ...(origin ? { origin } : {}) } : made
}

/** The nodes of a scheme as they are edited. */
export function wholeNodes<T extends { nodes: readonly SlimNode[]; gone: readonly SlimNode[] }>(
  scheme: T,
): Omit<T, 'nodes' | 'gone'> & { nodes: AuthorNode[]; gone: AuthorNode[] } {
  return { ...scheme, nodes: scheme.nodes.map(whole), gone: scheme.gone.map(whole) }
}
