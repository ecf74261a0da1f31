import type { KeyboardEvent } from 'react'
import type { Direction } from './tree-position.ts'

/** What React's and the browser's own key events have in common. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'preventDefault' | 'stopPropagation'
> & { target: EventTarget | null }

/** What the keys of the tree do. */
interface TreeActions {
  move: (direction: Direction) => void
  addAfter: () => void
  addInside: () => void
  take: (cut: boolean) => void
  paste: () => void
  rename: () => void
  /** Levels become skill groups, or groups levels. */
  convert: () => void
  remove: () => void
  enter: () => void
  /** Null where the row is open: then it is closed. */
  toParent: (() => void) | null
  /** Null where the row is closed: then it is opened. */
  toChild: (() => void) | null
  /** Null while nothing is cut or copied. */
  dropClip: (() => void) | null
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** The action that a key press means, if any. */
export function actionOf(event: KeyPress, actions: TreeActions): (() => void) | null {
  const ctrl = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.altKey && !ctrl) {
    const direction = arrows[key]
    return direction === undefined ? null : () => actions.move(direction)
  }
  if (ctrl && key === 'Enter') return event.shiftKey ? actions.addInside : actions.addAfter
  if (ctrl && key === 'c') return () => actions.take(false)
  if (ctrl && key === 'x') return () => actions.take(true)
  if (ctrl && key === 'v') return actions.paste
  if (ctrl) return null
  if (key === 'Insert') return actions.addAfter
  if (key === 'F2') return actions.rename
  if (key === 'F4') return actions.convert
  if (key === 'Delete') return actions.remove
  const onRow = event.target instanceof HTMLElement && event.target.role === 'row'
  if (key === 'Enter' && onRow) return actions.enter
  if (key === 'ArrowLeft' && onRow) return actions.toParent
  if (key === 'ArrowRight' && onRow) return actions.toChild
  if (key === 'Escape') return actions.dropClip
  return null
}
