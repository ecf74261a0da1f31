/**
 * Up and down arrows move the focus through a day's sessions, left and right to the nearest day with sessions.
 * `data-slot` marks the links of sessions, and the link to those that a view leaves out.
 */
function moveFocus(event: KeyboardEvent, grid: HTMLElement): void {
  const session = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')
  if (!session || event.altKey || event.ctrlKey || event.metaKey) return
  const days = [...grid.children].map((day) => [...day.querySelectorAll<HTMLElement>('[data-slot]')])
  const day = days.findIndex((sessions) => sessions.includes(session))
  const row = days[day]?.indexOf(session) ?? -1
  const sameRow = (sessions: HTMLElement[] | undefined) => sessions?.[Math.min(row, sessions.length - 1)]
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => days[day]?.[row + 1],
    ArrowUp: () => days[day]?.[row - 1],
    ArrowRight: () => sameRow(days.slice(day + 1).find((sessions) => sessions.length > 0)),
    ArrowLeft: () => sameRow(days.slice(0, day).findLast((sessions) => sessions.length > 0)),
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
