/** Prints one child's card alone. The stylesheet hides everything else while these attributes are set. */
export function printCard(cardId: string): void {
  const card = document.getElementById(cardId)
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
