export interface Loading {
  isError: boolean
  isFetching: boolean
  /** Unix ms; 0 for never. */
  errorUpdatedAt: number
  dataUpdatedAt: number
}

/**
 * Whether loading has failed and nothing has been loaded since, also while it is tried again: a query without data of
 * its own forgets its failure then, and shows the page from before as if it were the one that was asked for.
 */
export function isFailing({ isError, isFetching, errorUpdatedAt, dataUpdatedAt }: Loading): boolean {
  return isError || (isFetching && errorUpdatedAt > dataUpdatedAt)
}
