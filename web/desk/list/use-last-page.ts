import { useEffect } from 'react'

/**
 * Goes to the last page of a list when rows were removed, or an old link names a page that is gone, so that no empty
 * one is shown. `goTo` gets the page as the URL names it, '' for the first.
 */
export function useLastPage(
  { page, size }: { page: number; size: number },
  answer: { rows: readonly unknown[]; total: number } | undefined,
  goTo: (page: string) => void,
): void {
  const { rows, total = 0 } = answer ?? {}
  const isBeyondLast = rows?.length === 0 && total > 0 && page * size >= total
  // without dependencies, because `goTo` is another function after each render
  useEffect(() => {
    if (!isBeyondLast) return
    const lastPage = Math.ceil(total / size) - 1
    goTo(lastPage === 0 ? '' : String(lastPage))
  })
}
