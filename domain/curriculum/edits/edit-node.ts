import { applyWordChanges, editSections, inverseWordChanges, type SectionEdit } from '#domain/curriculum/content.ts'
import type { CopyOnce } from './copy-on-write.ts'
import { updatePins, type Pins } from '#domain/curriculum/translation.ts'
import {
  refuse,
  type AuthorNode,
  type Edit,
  type Edited,
  type NodeFields,
  type Refused,
  type Tree,
} from '#domain/curriculum/tree.ts'
import { refuseWrongFields } from './refuse-wrong-fields.ts'

/**
 * Sets fields of a node; those left out stay. A skill stays a skill, and a group or level does not become one [R5.5].
 */
export function setFields(tree: Tree, copyOnce: CopyOnce, id: string, fields: NodeFields): Edited | Refused {
  const node = tree.nodes.get(id)
  if (!node) return refuse('NODE_NOT_FOUND', id)
  const { title: words, pins: newPins, ...rest } = fields
  const { externalId, ...fieldsNow } = { ...node, ...rest, title: applyWordChanges(node.title, words) }
  const changed = withPins(node, { ...fieldsNow, ...(externalId ? { externalId } : {}) }, tree.source, newPins)
  if (changed.t !== node.t && (changed.t === 's' || node.t === 's')) return refuse('KIND_NOT_ALLOWED', id)
  const nodes = copyOnce(tree.nodes).set(id, changed)
  const refused = refuseWrongFields(nodes, changed)
  if (refused) return refused
  const oldFields = Object.keys(rest).map((key) => [key, node[key as keyof AuthorNode] ?? null])
  const undoFields: NodeFields = {
    ...(Object.fromEntries(oldFields) as NodeFields),
    ...(words ? { title: inverseWordChanges(node.title, words) } : {}),
    ...oldPins(node, changed),
  }
  return { ok: true, tree: { ...tree, nodes }, undo: [{ do: 'set', id, set: undoFields }] }
}

/** Applies an edit of a node's sections. */
export function setContent(tree: Tree, copyOnce: CopyOnce, edit: SectionEdit): Edited | Refused {
  const node = tree.nodes.get(edit.id)
  if (!node) return refuse('NODE_NOT_FOUND', edit.id)
  const edited = editSections(node.content, edit)
  if (typeof edited === 'string') return refuse(edited, edit.id)
  const changed = withPins(node, { ...node, content: edited.content }, tree.source)
  const nodes = copyOnce(tree.nodes).set(edit.id, changed)
  const pins = oldPins(node, changed)
  const undo: Edit[] = [edited.undo, ...('pins' in pins ? [{ do: 'set' as const, id: edit.id, set: pins }] : [])]
  return { ok: true, tree: { ...tree, nodes }, undo }
}

/**
 * The node `after` with its pins: `newPins` if the edit sets them, else those that follow from the change of its texts.
 */
function withPins(before: AuthorNode, after: AuthorNode, source: string, newPins?: Pins): AuthorNode {
  const pins = newPins ?? updatePins(before, after, source)
  const { pins: _, ...plain } = after
  return Object.keys(pins).length === 0 ? plain : { ...plain, pins }
}

/** The former pins, for an undo, because pins derived again from the texts could differ; no field without any pins. */
function oldPins(before: AuthorNode, after: AuthorNode): Pick<NodeFields, 'pins'> {
  return before.pins || after.pins ? { pins: before.pins ?? {} } : {}
}
