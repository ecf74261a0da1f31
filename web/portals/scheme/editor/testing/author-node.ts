import type { AuthorNode } from '#domain/tree.ts'

/** A node with nothing in it. */
export function node(
  id: string,
  parentId: string | null,
  t: AuthorNode['t'],
  more: Partial<AuthorNode> = {},
): AuthorNode {
  return {
    id,
    parentId,
    t,
    title: { en: id },
    grade: t === 's' ? 4 : null,
    group: null,
    completion: null,
    completionType: 'automated',
    required: [],
    hidden: false,
    skipped: false,
    starred: false,
    content: [],
    videos: [],
    ...more,
  }
}
