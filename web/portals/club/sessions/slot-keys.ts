/** Up and down arrows move the focus through a day's sessions, left and right to the nearest day with sessions. */
function moveFocus(event: KeyboardEvent, grid: HTMLElement): void {
  const slot = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')
  if (!slot || event.altKey || event.ctrlKey || event.metaKey) return
  const days = [...grid.children].map((day) => [...day.querySelectorAll<HTMLElement>('[data-slot]')])
  const day = days.findIndex((slots) => slots.includes(slot))
  const row = days[day]?.indexOf(slot) ?? -1
  const sameRow = (slots: HTMLElement[] | undefined) => slots?.[Math.min(row, slots.length - 1)]
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => days[day]?.[row + 1],
    ArrowUp: () => days[day]?.[row - 1],
    ArrowRight: () => sameRow(days.slice(day + 1).find((slots) => slots.length > 0)),
    ArrowLeft: () => sameRow(days.slice(0, day).findLast((slots) => slots.length > 0)),
  }
  const next = targets[event.key]?.()
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Handles the arrow keys of the calendar; to be used as its `ref`. */
export function slotKeys(grid: HTMLElement | null): (() => void) | undefined {
  if (!grid) return undefined
  const onKeyDown = (event: KeyboardEvent) => moveFocus(event, grid)
  grid.addEventListener('keydown', onKeyDown)
  return () => grid.removeEventListener('keydown', onKeyDown)
}
