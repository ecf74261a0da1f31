import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('work that waits too long for its turn is refused with Retry-After, and the next one gets the turn', async () => {
  const runInTurn = limitConcurrency(/* maxRunning */ 1, /* waitMs */ 20)
  let finishFirst = (_value: number): void => {}
  const first = runInTurn(() => new Promise<number>((resolve) => (finishFirst = resolve)))
  await expect(runInTurn(async () => 2)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 5 })
  const third = runInTurn(async () => 3)
  finishFirst(1)
  expect(await Promise.all([first, third])).toEqual([1, 3])
  // Work that fails gives its turn back too.
  await expect(runInTurn(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await runInTurn(async () => 5)).toBe(5)
})
