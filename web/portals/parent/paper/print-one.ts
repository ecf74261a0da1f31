/** Prints one card alone; the style sheet hides the rest while the page carries the mark. */
export function printOne(id: string): void {
  const card = document.getElementById(id)
  const root = document.documentElement
  root.dataset['print'] = 'one'
  card?.setAttribute('data-printed', '')
  window.addEventListener(
    'afterprint',
    () => {
      delete root.dataset['print']
      card?.removeAttribute('data-printed')
    },
    { once: true },
  )
  window.print()
}
