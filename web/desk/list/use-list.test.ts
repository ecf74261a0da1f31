import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refresh } from './use-list.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve))

test.each([
  ['a first load', undefined],
  ['a later load', 'old'],
])('a write makes %s again that began before it', async (_, loadedBefore) => {
  const queryKey = ['members', 'page', {}]
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  if (loadedBefore !== undefined) queries.setQueryData(queryKey, loadedBefore, { updatedAt: 1 })
  const answers: ((rows: string) => void)[] = []
  const queryFn = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    answers.push(resolve)
    return promise
  }
  const close = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)
  expect(answers).toHaveLength(1)

  const refreshed = refresh(queries, ['members'])
  await turn()
  answers[1]?.('with the write')
  answers[0]?.('before the write')
  await turn()
  expect(queries.getQueryData(queryKey)).toBe('with the write')
  await refreshed
  close()
})
