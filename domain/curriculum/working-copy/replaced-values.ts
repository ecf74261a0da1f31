import { isEqual } from '#domain/curriculum/tree-diff.ts'
import type { AuthorNode, Edit, Tree } from '#domain/curriculum/tree.ts'

/**
 * One value of a node that edits change by itself: a field such as `grade`, `parent`, `title:en`, a section `section:k1`
 * or one of its texts `section:k1:value:en`.
 */
export interface NodeValue {
  id: string
  field: string
}

/**
 * A value that was changed live and in the copy. The field `exists` says that the copy deletes the node: with what is
 * above it (`added` live since), or itself (`moved` or `changed` live since, with the names of what was changed; a link of
 * which nodes were `updated` as their owner changed them).
 */
export interface Conflict extends NodeValue {
  live: unknown
  copy: unknown
  changed?: string[]
}

export const keyOf = ({ id, field }: NodeValue) => `${id} ${field}`

/** The values that edits replaced, with what they were, as the edits that take them back say it. */
export function replacedValues(undo: readonly Edit[]): (NodeValue & { was: unknown })[] {
  return undo.flatMap((edit): (NodeValue & { was: unknown })[] => {
    switch (edit.do) {
      case 'set': {
        const { title, pins: _, ...fields } = edit.set
        return [
          ...texts(edit.id, 'title', title),
          ...Object.entries(fields).map(([field, was]) => ({ id: edit.id, field, was })),
        ]
      }
      case 'move':
        return edit.ids.map((id) => ({ id, field: 'parent', was: edit.parentId }))
      case 'set-section':
        return [
          ...texts(edit.id, `section:${edit.key}:title`, edit.set.title),
          ...texts(edit.id, `section:${edit.key}:value`, edit.set.value),
        ]
      case 'add-section':
        return [{ id: edit.id, field: `section:${edit.section.key}`, was: edit.section }]
      case 'remove-section':
        return [{ id: edit.id, field: `section:${edit.key}`, was: null }]
      // positions among siblings are merged without a question; nodes that come and go are compared as a whole
      case 'move-section':
      case 'add':
      case 'remove':
      case 'restore':
      case 'set-settings':
        return []
    }
  })
}

function texts(id: string, field: string, was: Readonly<Record<string, string | null>> = {}) {
  return Object.entries(was).map(([language, text]) => ({ id, field: `${field}:${language}`, was: text }))
}

/** A value of a node as it is in a tree; null where there is none. */
export function valueIn(tree: Tree, { id, field }: NodeValue): unknown {
  const node = tree.nodes.get(id)
  if (!node) return null
  const [name, key, part, language] = field.split(':')
  if (name === 'parent') return node.parentId
  if (name === 'title') return node.title[key ?? ''] ?? null
  if (name !== 'section') return node[name as keyof AuthorNode] ?? null
  const section = node.content.find((candidate) => candidate.key === key)
  if (!section || part === undefined) return section ?? null
  return section[part as 'title' | 'value'][language ?? ''] ?? null
}

/** Whether a value is the same in two trees. */
export function isSame(a: Tree, b: Tree, value: NodeValue): boolean {
  return isEqual(valueIn(a, value), valueIn(b, value))
}

/** The edits that give a node the value that it has in the tree `from`. */
export function editsForValue(tree: Tree, from: Tree, value: NodeValue): Edit[] {
  const { id, field } = value
  const now = valueIn(from, value)
  const [name, key = '', part, language = ''] = field.split(':')
  if (name === 'parent') {
    const siblings = from.children.get(now as string | null) ?? []
    const before = siblings[siblings.indexOf(id) + 1] ?? null
    return [{ do: 'move', ids: [id], parentId: now as string | null, before }]
  }
  if (name === 'title') return [{ do: 'set', id, set: { title: { [key]: now as string | null } } }]
  if (name !== 'section') return [{ do: 'set', id, set: { [field]: now } }]
  if (part !== undefined) return [{ do: 'set-section', id, key, set: { [part]: { [language]: now as string | null } } }]
  const content = tree.nodes.get(id)?.content ?? []
  const section = from.nodes.get(id)?.content.find((candidate) => candidate.key === key)
  const index = content.findIndex((candidate) => candidate.key === key)
  return [
    ...(index < 0 ? [] : [{ do: 'remove-section' as const, id, key }]),
    ...(section ? [{ do: 'add-section' as const, id, section, before: content[index + 1]?.key ?? null }] : []),
  ]
}
