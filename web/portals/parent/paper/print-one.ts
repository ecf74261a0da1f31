/** Prints one card alone. The stylesheet hides everything else while these attributes are set. */
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
