const TILE = '[data-tile]'

/**
 * The tile to which a key moves the focus from `tile`: up and down in the column, left and right to the same row of
 * the next column that has tiles. Null if there is none.
 */
export function nextTile(tile: Element, key: string): HTMLElement | null {
  const columns = [...(tile.closest('.term-board')?.querySelectorAll('.term-col') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>(TILE),
  ])
  const columnIndex = columns.findIndex((tiles) => tiles.some((candidate) => candidate === tile))
  const column = columns[columnIndex] ?? []
  const rowIndex = column.findIndex((candidate) => candidate === tile)
  const sameRow = (nextColumns: readonly HTMLElement[][]) => {
    const tiles = nextColumns.find((candidate) => candidate.length > 0) ?? []
    return tiles[Math.min(rowIndex, tiles.length - 1)] ?? null
  }
  switch (key) {
    case 'ArrowDown':
      return column[rowIndex + 1] ?? null
    case 'ArrowUp':
      return column[rowIndex - 1] ?? null
    case 'ArrowRight':
      return sameRow(columns.slice(columnIndex + 1))
    case 'ArrowLeft':
      return sameRow(columns.slice(0, columnIndex).toReversed())
    case 'Home':
      return column[0] ?? null
    case 'End':
      return column.at(-1) ?? null
    default:
      return null
  }
}
