import type { KeyboardEvent } from 'react'
import type { Direction } from './tree-position.ts'

/** The fields that React's and the browser's key events share: both are handled. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'preventDefault' | 'stopPropagation'
> & { target: EventTarget | null }

/** The actions that keys of the tree trigger; null is an action that is not available now. */
interface TreeActions {
  move: (direction: Direction) => void
  addAfter: () => void
  addInside: () => void
  copy: () => void
  cut: () => void
  paste: () => void
  rename: () => void
  /** Turns levels into skill groups, or skill groups into levels. */
  convert: () => void
  remove: () => void
  /** Moves the focus to the open node's pane. */
  enter: () => void
  /** Null on an expanded row, which React Aria collapses instead. */
  toParent: (() => void) | null
  /** Null on a collapsed row, which React Aria expands instead. */
  toChild: (() => void) | null
  /** Null while nothing is cut or copied. */
  clearClip: (() => void) | null
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Whether nothing has the focus, as on a page that was just opened or until the focus reaches a row. */
export function isPage(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target === document.body || target.id === 'main')
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
  if (ctrl && key === 'c') return actions.copy
  if (ctrl && key === 'x') return actions.cut
  if (ctrl && key === 'v') return actions.paste
  if (ctrl) return null
  if (key === 'Insert') return actions.addAfter
  if (key === 'F2') return actions.rename
  if (key === 'F4') return actions.convert
  if (key === 'Delete') return actions.remove
  const onRow = isPage(event.target) || (event.target instanceof HTMLElement && event.target.role === 'row')
  if (key === 'Enter' && onRow) return actions.enter
  if (key === 'ArrowLeft' && onRow) return actions.toParent
  if (key === 'ArrowRight' && onRow) return actions.toChild
  if (key === 'Escape') return actions.clearClip
  return null
}
