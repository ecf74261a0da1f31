import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('work that waits too long for its turn is refused with Retry-After, and the next one gets the turn', async () => {
  const inTurn = limitConcurrency(1, 20)
  let end = (_value: number): void => {}
  const first = inTurn(() => new Promise<number>((resolve) => (end = resolve)))
  await expect(inTurn(async () => 2)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 5 })
  const third = inTurn(async () => 3)
  end(1)
  expect(await Promise.all([first, third])).toEqual([1, 3])
  await expect(inTurn(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await inTurn(async () => 5)).toBe(5)
})
