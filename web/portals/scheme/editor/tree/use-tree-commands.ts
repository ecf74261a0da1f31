import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthorNode, Tree } from '#domain/curriculum/tree.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { copyEdits } from './new-nodes.ts'
import {
  positionAfter,
  focusAfterRemoval,
  moveByOne,
  rootsOf,
  isAtPosition,
  type Direction,
  type TreePosition,
} from './tree-position.ts'

/** The editor's own clipboard, not the system's: nodes that were copied or cut. */
interface Clip {
  ids: readonly string[]
  cut: boolean
}

/** What the commands need from the tree's pane. */
interface TreeHandle {
  /** The focused node, else the open one. */
  focusedNode: () => AuthorNode | null
  /** Ids of the selected nodes, else of the focused one. */
  targetIds: () => ReadonlySet<string>
  /** Expands the ancestors of a node. */
  reveal: (id: string) => void
  expand: (id: string) => void
  select: (ids: readonly string[]) => void
  focusRow: (id: string) => void
}

/**
 * Nodes are pasted into the focused node, or after it if it is a skill, or if both it and a pasted node are levels.
 * Without a focused node they go to the end of the scheme.
 */
function pastePosition(tree: Tree, focused: AuthorNode | null, ids: readonly string[]): TreePosition {
  if (focused === null) return { parentId: null, before: null }
  const wouldNestLevels = focused.t === 'l' && ids.some((id) => tree.nodes.get(id)?.t === 'l')
  if (focused.t === 's' || wouldNestLevels) return positionAfter(tree, focused)
  return { parentId: focused.id, before: null }
}

/** How long the undo of a deletion is offered; the tree's own undo takes it back later too. */
const UNDO_MS = 12_000

/** The commands of the tree's keys and buttons: cut, copy, paste, delete, convert and move by one. */
export function useTreeCommands({ focusedNode, targetIds, reveal, expand, select, focusRow }: TreeHandle) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { edit, explain, open, languages, store, titleOf } = useEditor()
  const { tree } = useEditorSnapshot()
  const [clip, setClip] = useState<Clip | null>(null)

  const remove = () => {
    const ids = rootsOf(tree, targetIds())
    const [first] = ids
    if (first === undefined) return
    const next = focusAfterRemoval(tree, first, (id) => !ids.includes(id))
    const title = titleOf(first)
    const offerUndo = (batchKey: number) => {
      alerts.show(t('author.tree.deleted', { title, count: ids.length }), 'done', UNDO_MS, () => {
        const refused = store.takeBack(batchKey)
        if (refused) explain(refused)
        else open(first)
      })
    }
    if (!edit({ do: 'remove', ids }, offerUndo)) return
    select([])
    open(next)
    if (next !== null) {
      select([next])
      focusRow(next)
    }
  }
  const convert = () => {
    const nodes = [...targetIds()].flatMap((id) => tree.nodes.get(id) ?? [])
    const convertible = nodes.filter((node) => node.t !== 's')
    const [first] = nodes
    if (!first) return
    if (convertible.length === 0) return explain({ code: 'KIND_NOT_ALLOWED', id: first.id, ids: [] })
    // the first one decides for all: if it is a level, they become skill groups, else levels
    const newKind = convertible[0]?.t === 'l' ? 'sg' : 'l'
    const changed = convertible.filter((node) => node.t !== newKind)
    edit(
      changed.map(({ id }) => ({ do: 'set', id, set: { t: newKind } })),
      () => alerts.show(t(`author.tree.converted.${newKind}`, { count: changed.length }), 'done'),
    )
  }
  const fillClip = ({ cut }: { cut: boolean }) => {
    const ids = rootsOf(tree, targetIds())
    if (ids.length > 0) setClip({ ids, cut })
  }
  const paste = () => {
    if (!clip) return undefined
    const position = pastePosition(tree, focusedNode(), clip.ids)
    const ids = clip.ids.filter((id) => tree.nodes.has(id))
    // nodes that are there already need no edit
    if (clip.cut && isAtPosition(tree, ids, position)) return setClip(null)
    const pasted = clip.cut
      ? { ids, edits: [{ do: 'move' as const, ids, ...position }] }
      : copyEdits(tree, ids, position, languages)
    if (ids.length === 0 || !edit(pasted.edits)) return undefined
    if (clip.cut) setClip(null)
    const { parentId } = position
    if (parentId !== null) expand(parentId)
    const [first] = pasted.ids
    select(pasted.ids)
    if (first !== undefined) {
      open(first)
      focusRow(first)
    }
    return undefined
  }
  const move = (direction: Direction) => {
    const moveEdit = moveByOne(tree, targetIds(), direction)
    const focused = focusedNode()
    if (!moveEdit || !edit(moveEdit)) return
    if (focused) {
      reveal(focused.id)
      focusRow(focused.id)
    }
  }

  return {
    clip,
    clearClip: () => setClip(null),
    copy: () => fillClip({ cut: false }),
    cut: () => fillClip({ cut: true }),
    paste,
    remove,
    move,
    convert,
  }
}
