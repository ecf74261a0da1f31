const ARROW_TARGET = '[data-arrow-target]'

/**
 * Up and down arrows move the focus through the links of a day, left and right to the nearest day that has links.
 * `data-arrow-target` marks them: one link for each session, and the link to the sessions that a view leaves out.
 */
function moveFocus(event: KeyboardEvent, grid: HTMLElement): void {
  const link = (event.target as HTMLElement).closest<HTMLElement>(ARROW_TARGET)
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return
  const days = [...grid.children].map((day) => [...day.querySelectorAll<HTMLElement>(ARROW_TARGET)])
  const dayIndex = days.findIndex((links) => links.includes(link))
  const row = days[dayIndex]?.indexOf(link) ?? -1
  const sameRow = (links: HTMLElement[] | undefined) => links?.[Math.min(row, links.length - 1)]
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => days[dayIndex]?.[row + 1],
    ArrowUp: () => days[dayIndex]?.[row - 1],
    ArrowRight: () => sameRow(days.slice(dayIndex + 1).find((links) => links.length > 0)),
    ArrowLeft: () => sameRow(days.slice(0, dayIndex).findLast((links) => links.length > 0)),
  }
  const next = targets[event.key]?.()
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Handles the arrow keys of the calendar; to be used as its `ref`. */
export function calendarKeys(grid: HTMLElement | null): (() => void) | undefined {
  if (!grid) return undefined
  const onKeyDown = (event: KeyboardEvent) => moveFocus(event, grid)
  grid.addEventListener('keydown', onKeyDown)
  return () => grid.removeEventListener('keydown', onKeyDown)
}
