import { isSectionEdit } from '#domain/curriculum/content.ts'
import { setContent, setFields } from './edit-node.ts'
import { addNodes, moveNodes, removeNodes, restoreNodes } from './edit-structure.ts'
import { changesOwnersFields, changesOwnersSection, isBelowLinkRoot } from '#domain/curriculum/linked.ts'
import { copyOnWrite, type CopyOnce } from './copy-on-write.ts'
import { requirementCycle } from '#domain/curriculum/scheme.ts'
import { invertSettings } from './scheme-settings.ts'
import {
  engineRoots,
  MAX_NODES,
  refuse,
  type Edit,
  type Edited,
  type Refused,
  type Tree,
} from '#domain/curriculum/tree.ts'

/**
 * Applies edits in their order, all or none. That rules form no cycle [R5.6] and the tree is not too large [R5.9] is
 * checked once, at the end, so that an edit may depend on a later one of the batch. `byOwner`: the edits are those of an
 * update of linked nodes, which only their owner makes.
 */
export function applyEdits(
  tree: Tree,
  edits: readonly Edit[],
  { byOwner = false }: { byOwner?: boolean } = {},
): Edited | Refused {
  let current = tree
  let rulesMayChange = false
  const undo: Edit[][] = []
  const copyOnce = copyOnWrite()
  for (const edit of edits) {
    const ownersId = byOwner ? null : ownersNodeId(current, edit)
    const edited = ownersId === null ? applyEdit(current, edit, copyOnce) : refuse('NOT_OWNER', ownersId)
    if (!edited.ok) return edited
    current = edited.tree
    undo.push(edited.undo)
    rulesMayChange ||= mayChangeRules(edit)
  }
  if (current.nodes.size > MAX_NODES) return refuse('TOO_MANY_NODES', '')
  const cycle = rulesMayChange ? requirementCycle(engineRoots(current)) : null
  return cycle ? refuse('CYCLE', cycle[0] ?? '', cycle) : { ok: true, tree: current, undo: undo.toReversed().flat() }
}

/**
 * Whether an edit may change which nodes rules name. A rule without a list names all children, so every edit that adds,
 * moves, deletes or restores nodes may change it.
 */
function mayChangeRules(edit: Edit): boolean {
  if (isSectionEdit(edit) || edit.do === 'set-settings') return false
  return edit.do !== 'set' || 'completion' in edit.set || 'required' in edit.set
}

/** The id of a linked node that an edit would change although only its owner may [6.24], [R5.13]; else null. */
function ownersNodeId(tree: Tree, edit: Edit): string | null {
  const find = (id: string | null) => tree.nodes.get(id ?? '') ?? tree.gone.get(id ?? '')
  const ifLinked = (id: string | null) => (find(id)?.origin ? id : null)
  switch (edit.do) {
    case 'add':
      return edit.nodes.find((node) => node.origin !== undefined || ifLinked(node.parentId) !== null)?.id ?? null
    case 'set': {
      const node = tree.nodes.get(edit.id)
      return node && changesOwnersFields(node, edit.set) ? edit.id : null
    }
    case 'move':
      return ifLinked(edit.parentId) ?? edit.ids.find((id) => isBelowLinkRoot(find(id))) ?? null
    case 'remove':
      return edit.ids.find((id) => isBelowLinkRoot(find(id))) ?? null
    case 'add-section':
    case 'set-section':
    case 'move-section':
    case 'remove-section': {
      const node = tree.nodes.get(edit.id)
      return node && changesOwnersSection(node, edit) ? edit.id : null
    }
    case 'restore': {
      // a node below the top node of a link comes back only together with that top node
      const restored = new Set(edit.places.map((place) => place.id))
      return (
        [...restored].find((id) => isBelowLinkRoot(find(id)) && !restored.has(find(id)?.origin?.root ?? '')) ?? null
      )
    }
    case 'set-settings':
      return null
  }
}

function applyEdit(tree: Tree, edit: Edit, copyOnce: CopyOnce): Edited | Refused {
  switch (edit.do) {
    case 'add':
      return addNodes(tree, copyOnce, edit.nodes, edit.before)
    case 'set':
      return setFields(tree, copyOnce, edit.id, edit.set)
    case 'move':
      return moveNodes(tree, copyOnce, edit.ids, edit.parentId, edit.before)
    case 'remove':
      return removeNodes(tree, copyOnce, edit.ids)
    case 'restore':
      return restoreNodes(tree, copyOnce, edit.places)
    case 'set-settings':
      // a tree holds no settings: whoever has the whole scheme applies them and checks that they fit
      return { ok: true, tree: { ...tree }, undo: [{ do: 'set-settings', settings: invertSettings(edit.settings) }] }
    // the four edits of sections
    default:
      return setContent(tree, copyOnce, edit)
  }
}
