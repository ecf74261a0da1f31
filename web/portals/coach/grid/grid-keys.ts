export interface GridCell {
  row: number
  column: number
}

/** The chosen cell as it was chosen. It stays with its child and skill when a sync moves the rows or columns. */
export interface ChosenCell extends GridCell {
  memberUuid: string | undefined
  /** Undefined in the column of the progress. */
  skillId: string | undefined
}

type Members = readonly { uuid: string }[]
type Skills = readonly { id: string }[]

export function chooseCell({ row, column }: GridCell, members: Members, skills: Skills): ChosenCell {
  return { row, column, memberUuid: members[row]?.uuid, skillId: skills[column]?.id }
}

/** Where a chosen cell is now; a child or skill that is not in the grid any more leaves the place to what is there. */
export function placeOf({ row, column, memberUuid, skillId }: ChosenCell, members: Members, skills: Skills): GridCell {
  const memberRow = members.findIndex(({ uuid }) => uuid === memberUuid)
  const skillColumn = skills.findIndex(({ id }) => id === skillId)
  return { row: memberRow === -1 ? row : memberRow, column: skillColumn === -1 ? column : skillColumn }
}

/** What a key does: it moves to another cell, gives a grade or the next grade (`next`), or undoes the last mark. */
type GridAction =
  | { kind: 'move'; to: GridCell }
  | { kind: 'grade'; grade: number }
  | { kind: 'next' }
  | { kind: 'undo' }

interface GridSize {
  rows: number
  columns: number
}

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** How many rows the Page keys move. */
const PAGE_ROWS = 8

const clamp = (index: number, count: number) => Math.max(0, Math.min(index, count - 1))

/** The action of a key pressed in `cell`; null leaves the key to the browser. `gradeCount` is of the cell's skill. */
export function gridAction(event: Pressed, cell: GridCell, size: GridSize, gradeCount: number): GridAction | null {
  const { key, altKey, shiftKey } = event
  const command = event.ctrlKey || event.metaKey
  const move = (row: number, column: number): GridAction => ({
    kind: 'move',
    to: { row: clamp(row, size.rows), column: clamp(column, size.columns) },
  })
  if (altKey) return null
  if (command && key.toLowerCase() === 'z' && !shiftKey) return { kind: 'undo' }
  if (key === 'Home') return move(command ? 0 : cell.row, 0)
  if (key === 'End') return move(command ? size.rows : cell.row, size.columns)
  if (command || shiftKey) return null
  switch (key) {
    case 'ArrowUp':
      return move(cell.row - 1, cell.column)
    case 'ArrowDown':
      return move(cell.row + 1, cell.column)
    case 'ArrowLeft':
      return move(cell.row, cell.column - 1)
    case 'ArrowRight':
      return move(cell.row, cell.column + 1)
    case 'PageUp':
      return move(cell.row - PAGE_ROWS, cell.column)
    case 'PageDown':
      return move(cell.row + PAGE_ROWS, cell.column)
    case 'Enter':
    case ' ':
      return { kind: 'next' }
  }
  return /^\d$/.test(key) && Number(key) < gradeCount ? { kind: 'grade', grade: Number(key) } : null
}

/**
 * The grade that follows when a coach steps through them: from no mark to grade 1, and from the last one to grade 0.
 */
export function nextGrade(value: number | null, gradeCount: number): number {
  if (value === null || value < 0) return Math.min(1, gradeCount - 1)
  return (value + 1) % gradeCount
}
