import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cacheAnswer } from './cache-answer.ts'

const queryKey = ['settings']

/** A query that is on the screen, whose loads end when the returned functions are called. */
function openQuery(loadedBefore?: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  if (loadedBefore !== undefined) queries.setQueryData(queryKey, loadedBefore, { updatedAt: 1 })
  const answers: ((state: string) => void)[] = []
  const load = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    answers.push(resolve)
    return promise
  }
  const close = new QueryObserver(queries, { queryKey, queryFn: load }).subscribe(() => undefined)
  return { queries, answers, close, shown: () => queries.getQueryData(queryKey) }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

test.each([
  ['a first load', undefined],
  ['a later load', 'old'],
])('the answer of %s that began before a write does not replace the answer of the write', async (_, loadedBefore) => {
  const { queries, answers, close, shown } = openQuery(loadedBefore)
  expect(answers).toHaveLength(1)
  cacheAnswer(queries, queryKey, 'written')
  answers[0]?.('old')
  await turn()
  expect(shown()).toBe('written')

  // somebody else may have written since
  answers[1]?.('written later')
  await turn()
  expect(shown()).toBe('written later')
  close()
})

test('nothing is loaded again where no load was under way', async () => {
  const { queries, answers, close, shown } = openQuery('old')
  answers[0]?.('loaded')
  await turn()
  cacheAnswer(queries, queryKey, 'written')
  await turn()
  expect(shown()).toBe('written')
  expect(answers).toHaveLength(1)
  close()
})
