import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { TreeState } from 'react-aria-components'
import type { RefusalCode } from '#domain/curriculum/tree.ts'
import type { Row } from './rows.ts'

/** What rows need of the tree they stand in. */
export interface TreeParts {
  /** Rows are many: they share one. */
  t: TFunction
  textOf: (row: Row) => string
  openId: string | null
  renaming: string | null
  /** A name was typed; '' when it was given up. `byKey`: the keyboard goes back to the row. */
  named: (row: Row, text: string, byKey: boolean) => void
  /** Shows or hides what stands below a row. */
  toggle: (id: string) => void
  cut: ReadonlySet<string>
  /** What is being dragged. */
  dragging: ReadonlySet<string> | null
  refusalOf: (id: string) => RefusalCode | null
  /** A row hands out the state of its tree: the keyboard is moved through it. */
  onState: (state: TreeState<unknown> | null) => void
}

export const TreeContext = createContext<TreeParts | null>(null)

export function useTreeParts(): TreeParts {
  const parts = useContext(TreeContext)
  if (!parts) throw new Error('a row outside its tree')
  return parts
}
