import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { TreeState } from 'react-aria-components'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import type { RefusalCode } from '#domain/curriculum/tree.ts'
import type { Person } from '../presence.ts'
import type { Row } from './rows.ts'

/** What all rows of the tree share: texts, the editing of a name, and the state of the clipboard and of dragging. */
export interface TreeRowContext {
  /** Shared, because `useTranslation` in every row would be slow. */
  t: TFunction
  /** The title of a row's node, or the label of the field for a new node's name. */
  labelOf: (row: Row) => string
  openId: string | null
  /** The other authors who have the scheme open, by the node where they are. */
  peopleAt: ReadonlyMap<string, readonly Person[]>
  /** Id of the node whose name is being edited. */
  renaming: string | null
  /**
   * Ends editing a name. `text` is '' when it was cancelled, `seen` is the name when the editing began. `byKey`: a key
   * press ended it, so the focus goes back to the row.
   */
  endNaming: (row: Row, text: string, seen: string, byKey: boolean) => void
  /** Changes the kind of the new node whose name is being typed. */
  setDraftKind: (kind: NodeKind) => void
  /** Expands or collapses a row. */
  toggle: (id: string) => void
  /** Ids of the nodes that were cut and not pasted yet. */
  cut: ReadonlySet<string>
  /** Ids of the nodes that are being dragged. */
  dragging: ReadonlySet<string> | null
  /** Why the dragged nodes cannot be dropped on or beside a node; null if they can. */
  refusalOf: (id: string) => RefusalCode | null
  /** Receives React Aria's state of the tree, which only rows get; the focus is moved through it. */
  onState: (state: TreeState<unknown> | null) => void
}

export const TreeContext = createContext<TreeRowContext | null>(null)

export function useTreeRowContext(): TreeRowContext {
  const context = useContext(TreeContext)
  if (!context) throw new Error('a row outside its tree')
  return context
}
