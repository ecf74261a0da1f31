import { defaultFields } from '#domain/testing/author.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'

/** A node with default values; a skill has the grade kind 4. */
export function node(
  id: string,
  parentId: string | null,
  t: AuthorNode['t'],
  overrides: Partial<AuthorNode> = {},
): AuthorNode {
  return {
    ...defaultFields,
    id,
    parentId,
    t,
    title: { en: id },
    grade: t === 's' ? 4 : null,
    ...overrides,
  }
}
