import { isSectionEdit } from '#domain/curriculum/content.ts'
import type { Edit, Tree } from '#domain/curriculum/tree.ts'

/** What an edit batch did, for the history of a scheme. Nodes are named by their ids, which are never given again. */
export type DescribedEdit =
  /** `ids` are the topmost of the nodes that came, went or came back. */
  | { what: 'added' | 'removed' | 'restored'; ids: string[] }
  /** From one parent to another, null is the top; with the same parent, only the order changed. */
  | { what: 'moved'; ids: string[]; from: string | null; to: string | null }
  | { what: 'renamed'; id: string; language: string; was: string | null; now: string | null }
  /** `content` stands for all changes of texts, pictures and other sections. */
  | { what: 'changed'; id: string; fields: string[] }
  /** The scheme's own settings, by the kind: languages, sections, scales, videos. */
  | { what: 'settings'; fields: string[] }

/** Fields of a node that change with another one and say nothing to an author. */
const SILENT = ['title', 'pins']

/** Describes edits; `undo` are the edits that take them back, which say what was there before. */
export function describeEdits(edits: readonly Edit[], undo: readonly Edit[]): DescribedEdit[] {
  /** The nodes that came or came back, which are then put into their order. */
  const arrived = new Set<string>()
  return edits.flatMap((edit): DescribedEdit[] => {
    if (isSectionEdit(edit)) return [{ what: 'changed', id: edit.id, fields: ['content'] }]
    switch (edit.do) {
      case 'add': {
        const added = new Set(edit.nodes.map(({ id }) => id))
        for (const id of added) arrived.add(id)
        const top = edit.nodes.filter(({ parentId }) => parentId === null || !added.has(parentId))
        return [{ what: 'added', ids: top.map(({ id }) => id) }]
      }
      case 'remove':
        return [{ what: 'removed', ids: [...edit.ids] }]
      case 'restore': {
        const restored = edit.places.map(({ id }) => id)
        for (const id of restored) arrived.add(id)
        return [{ what: 'restored', ids: topmost(restored, undo) }]
      }
      case 'move': {
        const from = formerParent(edit.ids, edit.parentId, undo)
        if (from === edit.parentId && edit.ids.every((id) => arrived.has(id))) return []
        return [{ what: 'moved', ids: [...edit.ids], from, to: edit.parentId }]
      }
      case 'set-settings':
        return [{ what: 'settings', fields: [...new Set(edit.settings.map(({ what }) => what))] }]
      case 'set': {
        const { id, set } = edit
        const fields = Object.keys(set).filter((field) => !SILENT.includes(field))
        const renamed = Object.entries(set.title ?? {}).map(([language, now]): DescribedEdit => {
          return { what: 'renamed', id, language, was: formerTitle(id, language, undo), now }
        })
        return [...renamed, ...(fields.length > 0 ? [{ what: 'changed' as const, id, fields }] : [])]
      }
    }
  })
}

/** The last of the undoing edits takes back the first edit of a batch, so it has the value from before the batch. */
function formerTitle(id: string, language: string, undo: readonly Edit[]): string | null {
  const setsTitle = (edit: Edit) => edit.do === 'set' && edit.id === id && language in (edit.set.title ?? {})
  const back = undo.findLast(setsTitle)
  return back?.do === 'set' ? (back.set.title?.[language] ?? null) : null
}

/** The topmost of restored nodes: those that the undo deletes, with all below them. Old batches have no undo. */
function topmost(restored: readonly string[], undo: readonly Edit[]): string[] {
  const top = new Set(undo.flatMap((edit) => (edit.do === 'remove' ? edit.ids : [])))
  return undo.length === 0 ? [...restored] : restored.filter((id) => top.has(id))
}

function formerParent(ids: readonly string[], now: string | null, undo: readonly Edit[]): string | null {
  const back = undo.findLast((edit) => edit.do === 'move' && edit.ids.some((id) => ids.includes(id)))
  return back?.do === 'move' ? back.parentId : now
}

/** Puts several descriptions of one thing together: of a title what was first and what is last, of a node all fields. */
export function mergeDescribed<D extends DescribedEdit>(all: readonly D[]): D[] {
  const merged = new Map<string, D>()
  for (const next of all) {
    const key = keyOf(next)
    const first = merged.get(key)
    if (first?.what === 'renamed' && next.what === 'renamed') merged.set(key, { ...first, now: next.now })
    else if (first?.what === 'moved' && next.what === 'moved') merged.set(key, { ...first, to: next.to })
    else if (first && 'fields' in first && 'fields' in next)
      merged.set(key, { ...first, fields: [...new Set([...first.fields, ...next.fields])] })
    else merged.set(key, next)
  }
  return [...merged.values()].filter((item) => item.what !== 'renamed' || item.was !== item.now)
}

function keyOf(item: DescribedEdit): string {
  if (item.what === 'settings') return 'settings'
  if (item.what === 'renamed') return JSON.stringify([item.what, item.id, item.language])
  return JSON.stringify([item.what, 'ids' in item ? item.ids : item.id])
}

/** The nodes to which a history is narrowed. */
export interface HistoryFocus {
  ids: ReadonlySet<string>
  /** The ids of what is above them: they went and came back with it. */
  above: ReadonlySet<string>
}

/** Whether a change is about one of the nodes: it, what went into it or out of it, or what took it away. */
export function isAbout(item: DescribedEdit, { ids, above }: HistoryFocus): boolean {
  switch (item.what) {
    case 'settings':
      return false
    case 'renamed':
    case 'changed':
      return ids.has(item.id)
    case 'moved':
      return item.ids.some((id) => ids.has(id)) || [item.from, item.to].some((id) => id !== null && ids.has(id))
    default:
      return item.ids.some((id) => ids.has(id) || above.has(id))
  }
}

/** The nodes of a history that is narrowed to one, with what is or was below it if `below`. */
export function focusOn(tree: Tree, id: string, below: boolean): HistoryFocus {
  const parentOf = (child: string) => (tree.nodes.get(child) ?? tree.gone.get(child))?.parentId ?? null
  const isBelow = (other: string) => {
    for (let up = parentOf(other); up !== null; up = parentOf(up)) if (up === id) return true
    return false
  }
  const above = new Set<string>()
  for (let up = parentOf(id); up !== null; up = parentOf(up)) above.add(up)
  const others = below ? [...tree.nodes.keys(), ...tree.gone.keys()].filter(isBelow) : []
  return { ids: new Set([id, ...others]), above }
}
