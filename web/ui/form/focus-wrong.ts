/** After a save that its own form refused: the first field that is said to be wrong has the focus, however far down it stands. */
export function focusWrong(within: Element | null): void {
  // what is wrong is said there once the page is drawn
  setTimeout(() => within?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
