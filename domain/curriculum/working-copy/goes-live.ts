import { isSectionEdit } from '#domain/curriculum/content.ts'
import { isEqual } from '#domain/curriculum/tree-diff.ts'
import type { Edit, NodeFields, Tree } from '#domain/curriculum/tree.ts'

/** The fields of a node that readers read and that change nobody's level: texts, pictures, tips and translations. */
const CONTENT_FIELDS = ['title', 'content', 'videos', 'group', 'pins'] as const
const contentFields: ReadonlySet<string> = new Set<keyof NodeFields | 'content'>(CONTENT_FIELDS)

/**
 * Whether a batch made in the working copy goes live at once: it changes only content, of nodes that are live, and that
 * content is not changed in the copy. Everything else waits in the copy for its release.
 */
export function goesLive(live: Tree, copy: Tree, edits: readonly Edit[]): boolean {
  return edits.every((edit) => {
    const id = contentNode(edit)
    const [liveNode, copyNode] = [live.nodes.get(id ?? ''), copy.nodes.get(id ?? '')]
    if (!liveNode || !copyNode) return false
    return CONTENT_FIELDS.every((field) => field === 'pins' || isEqual(liveNode[field], copyNode[field]))
  })
}

/** The id of the node of which an edit changes only content; null for any other edit. */
function contentNode(edit: Edit): string | null {
  if (isSectionEdit(edit)) return edit.id
  if (edit.do !== 'set') return null
  return Object.keys(edit.set).every((field) => contentFields.has(field)) ? edit.id : null
}
