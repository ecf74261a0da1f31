import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface QueryResultProps<T> {
  answer: UseQueryResult<T>
  children: (data: T) => ReactNode
  /** Shown while loading, as high as the result, so that the page does not jump; by default a whole page's skeleton. */
  waiting?: ReactNode
}

/** Renders the data of a query, a skeleton while it loads, or a retry button when it failed and there is no data. */
export function QueryResult<T>({ answer: { data, isError, refetch }, children, waiting }: QueryResultProps<T>) {
  const { t } = useTranslation()
  if (data !== undefined) return children(data)
  return isError ? (
    <NotLoaded onRetry={refetch} />
  ) : (
    <div className="stack" aria-busy="true">
      <output className="sr">{t('shell.loading')}</output>
      {waiting ?? (
        <>
          <Skeleton height="14rem" />
          <Skeleton height="20rem" />
        </>
      )}
    </div>
  )
}
