/** Up and down go through a day's sessions, left and right to the days beside that have any; Tab goes as always. */
function move(event: KeyboardEvent, grid: HTMLElement): void {
  const at = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')
  if (!at || event.altKey || event.ctrlKey || event.metaKey) return
  const days = [...grid.children].map((day) => [...day.querySelectorAll<HTMLElement>('[data-slot]')])
  const day = days.findIndex((slots) => slots.includes(at))
  const row = days[day]?.indexOf(at) ?? -1
  const beside = (slots: HTMLElement[] | undefined) => slots?.[Math.min(row, slots.length - 1)]
  const to: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => days[day]?.[row + 1],
    ArrowUp: () => days[day]?.[row - 1],
    ArrowRight: () => beside(days.slice(day + 1).find((slots) => slots.length > 0)),
    ArrowLeft: () => beside(days.slice(0, day).findLast((slots) => slots.length > 0)),
  }
  const next = to[event.key]?.()
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** For the calendar's `ref`. */
export function slotKeys(grid: HTMLElement | null): (() => void) | undefined {
  if (!grid) return undefined
  const listen = (event: KeyboardEvent) => move(event, grid)
  grid.addEventListener('keydown', listen)
  return () => grid.removeEventListener('keydown', listen)
}
