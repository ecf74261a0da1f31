import { useCallback, useState, type DragEvent } from 'react'
import { useDragAndDrop } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { RefusalCode } from '#domain/curriculum/tree.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { dropRefusal, rootsOf, isAtPosition, type TreePosition } from './tree-position.ts'
import type { Row } from './rows.ts'

/** The type of a dragged node, so that the tree accepts nothing else. */
const NODE_TYPE = 'rungs-node'
const NO_IDS: ReadonlySet<string> = new Set()

/** Moves nodes by drag and drop, and says why they cannot be dropped somewhere. `reveal` expands a node's ancestors. */
export function useTreeDrag(reveal: (id: string) => void) {
  const { t } = useTranslation()
  const { edit, titleOf } = useEditor()
  const { tree } = useEditorSnapshot()
  const [dragging, setDragging] = useState<ReadonlySet<string> | null>(null)
  const [refusedOver, setRefusedOver] = useState<RefusalCode | null>(null)

  /** Why the dragged nodes can be dropped neither into a node nor beside it; null if one of the two is possible. */
  const refusalOf = useCallback(
    (id: string): RefusalCode | null => {
      const node = tree.nodes.get(id)
      if (!dragging || !node) return null
      const refusalInside = dropRefusal(tree, dragging, id)
      const refusalBeside = dropRefusal(tree, dragging, node.parentId)
      return refusalInside && refusalBeside
    },
    [tree, dragging],
  )
  const { dragAndDropHooks } = useDragAndDrop<Row>({
    getItems: (keys) => [...keys].map((key) => ({ [NODE_TYPE]: String(key), 'text/plain': titleOf(String(key)) })),
    acceptedDragTypes: [NODE_TYPE],
    onDragStart: ({ keys }) => setDragging(new Set([...keys].map(String))),
    onDragEnd: () => {
      setDragging(null)
      setRefusedOver(null)
    },
    getDropOperation: (target) => {
      if (target.type === 'root') return 'move'
      const node = tree.nodes.get(String(target.key))
      if (!node) return 'cancel'
      const parentId = target.dropPosition === 'on' ? node.id : node.parentId
      return dropRefusal(tree, dragging ?? NO_IDS, parentId) === null ? 'move' : 'cancel'
    },
    onMove: ({ keys, target }) => {
      const ids = rootsOf(tree, [...keys].map(String))
      const node = tree.nodes.get(String(target.key))
      if (!node || ids.length === 0) return
      // without dragged nodes, so that the next sibling is one that stays
      const siblings = (tree.children.get(node.parentId) ?? []).filter((id) => id === node.id || !ids.includes(id))
      const next = siblings[siblings.indexOf(node.id) + 1] ?? null
      const inside: TreePosition = { parentId: node.id, before: null }
      const beside: TreePosition = {
        parentId: node.parentId,
        before: target.dropPosition === 'before' ? node.id : next,
      }
      const position = target.dropPosition === 'on' ? inside : beside
      if (isAtPosition(tree, ids, position)) return
      if (edit({ do: 'move', ids, ...position }) && position.parentId !== null) reveal(ids[0] ?? '')
    },
    renderDragPreview: (items) => (
      <div className="drag-preview">{t('author.tree.dragging', { count: items.length })}</div>
    ),
  })
  /** Notes whether the dragged nodes can be dropped under the pointer. */
  const dragOver = (event: DragEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const id = row?.getAttribute('data-key') ?? null
    setRefusedOver(id === null ? null : refusalOf(id))
  }
  return { dragging, refusalOf, refusedOver, dragAndDropHooks, dragOver }
}
