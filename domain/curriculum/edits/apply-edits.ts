import { isSectionEdit } from '#domain/curriculum/content.ts'
import { setContent, setFields } from './edit-node.ts'
import { add, move, remove, restore } from './edit-structure.ts'
import { foreignChange, foreignSection, isForeign } from '#domain/curriculum/linked.ts'
import { copyOnWrite, type CopyOnce } from './copy-on-write.ts'
import { requirementCycle } from '#domain/curriculum/scheme.ts'
import { invertSettings } from './scheme-settings.ts'
import {
  engineRoots,
  MOST_NODES,
  refuse,
  type Edit,
  type Edited,
  type Refused,
  type Tree,
} from '#domain/curriculum/tree.ts'

/**
 * Applies edits in their order, all or none. The requirement graph is checked once, at the end, so edits of one batch may need each other.
 */
export function applyEdits(tree: Tree, edits: readonly Edit[]): Edited | Refused {
  let now = tree
  let rules = false
  const back: Edit[][] = []
  const own = copyOnWrite()
  for (const edit of edits) {
    const done = applyOne(now, edit, own)
    if (!done.ok) return done
    now = done.tree
    back.push(done.undo)
    rules ||=
      !isSectionEdit(edit) &&
      edit.do !== 'set-settings' &&
      (edit.do !== 'set' || 'completion' in edit.set || 'required' in edit.set)
  }
  if (now.nodes.size > MOST_NODES) return refuse('TOO_MANY_NODES', '')
  const cycle = rules ? requirementCycle(engineRoots(now)) : null
  return cycle ? refuse('CYCLE', cycle[0] ?? '', cycle) : { ok: true, tree: now, undo: back.toReversed().flat() }
}

/** The node of an edit that is somebody else's: linked content is its owner's to change [6.24]. */
function foreignNode(tree: Tree, edit: Edit): string | null {
  const found = (id: string | null) => tree.nodes.get(id ?? '') ?? tree.gone.get(id ?? '')
  const below = (id: string | null) => (found(id)?.origin ? id : null)
  switch (edit.do) {
    case 'add':
      return edit.nodes.find((node) => node.origin !== undefined || below(node.parentId) !== null)?.id ?? null
    case 'set': {
      const node = tree.nodes.get(edit.id)
      return node && foreignChange(node, edit.set) ? edit.id : null
    }
    case 'move':
      return below(edit.parentId) ?? edit.ids.find((id) => isForeign(found(id))) ?? null
    case 'remove':
      return edit.ids.find((id) => isForeign(found(id))) ?? null
    case 'add-section':
    case 'set-section':
    case 'move-section':
    case 'remove-section': {
      const node = tree.nodes.get(edit.id)
      return node && foreignSection(node, edit) ? edit.id : null
    }
    case 'restore': {
      const back = new Set(edit.places.map((place) => place.id))
      return [...back].find((id) => isForeign(found(id)) && !back.has(found(id)?.origin?.root ?? '')) ?? null
    }
    case 'set-settings':
      return null
  }
}

function applyOne(tree: Tree, edit: Edit, own: CopyOnce): Edited | Refused {
  const foreign = foreignNode(tree, edit)
  if (foreign !== null) return refuse('NOT_OWNER', foreign)
  switch (edit.do) {
    case 'add':
      return add(tree, own, edit.nodes, edit.before)
    case 'set':
      return setFields(tree, own, edit.id, edit.set)
    case 'move':
      return move(tree, own, edit.ids, edit.parentId, edit.before)
    case 'remove':
      return remove(tree, own, edit.ids)
    case 'restore':
      return restore(tree, own, edit.places)
    case 'set-settings':
      // a tree holds nothing of it; whether it fits is known where the rest of the scheme is
      return { ok: true, tree: { ...tree }, undo: [{ do: 'set-settings', settings: invertSettings(edit.settings) }] }
    default:
      return setContent(tree, own, edit)
  }
}
