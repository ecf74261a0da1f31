const TILE = '[data-tile]'

/** The tile to which a key moves the focus: up and down in a column, left and right to the same row of the next column. */
export function nextTile(from: Element, key: string): HTMLElement | null {
  const columns = [...(from.closest('.term-board')?.querySelectorAll('.term-col') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>(TILE),
  ])
  const x = columns.findIndex((tiles) => tiles.some((tile) => tile === from))
  const column = columns[x] ?? []
  const y = column.findIndex((tile) => tile === from)
  const sameRow = (list: readonly HTMLElement[][]) => {
    const tiles = list.find((each) => each.length > 0) ?? []
    return tiles[Math.min(y, tiles.length - 1)] ?? null
  }
  switch (key) {
    case 'ArrowDown':
      return column[y + 1] ?? null
    case 'ArrowUp':
      return column[y - 1] ?? null
    case 'ArrowRight':
      return sameRow(columns.slice(x + 1))
    case 'ArrowLeft':
      return sameRow(columns.slice(0, x).toReversed())
    case 'Home':
      return column[0] ?? null
    case 'End':
      return column.at(-1) ?? null
    default:
      return null
  }
}
