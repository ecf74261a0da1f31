import { expect, test } from 'vitest'
import { GONE_MS, heardOf, stillHere } from './presence.ts'

const nia = { slug: 'swim', user: 'n', firstname: 'Nia', lastname: 'Rees', node: '/a', here: true }

test('an author is where he last said, until he leaves or is not heard of for a while', () => {
  const arrived = heardOf(new Map(), nia, 0)
  expect([...arrived.values()]).toMatchObject([{ user: 'n', node: '/a' }])
  const moved = heardOf(arrived, { ...nia, node: '/b' }, 1_000)
  expect([...moved.values()]).toMatchObject([{ node: '/b' }])
  expect(stillHere(moved, GONE_MS)).toBe(moved)
  expect(stillHere(moved, GONE_MS + 1_000).size).toBe(0)
  expect(heardOf(moved, { ...nia, here: false }, 2_000).size).toBe(0)
})
