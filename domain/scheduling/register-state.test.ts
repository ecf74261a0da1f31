import { expect, test } from 'vitest'
import { registerState } from './register-state.ts'

test.each([
  [{}, 'over', 'missing'],
  [{}, 'not over', 'open'],
  [{ present: 1 }, 'not over', 'begun'],
  [{ absent: 1 }, 'over', 'begun'],
  [{ present: 1, absent: 1 }, 'not over', 'done'],
  [{ present: 1, absent: 1 }, 'over', 'done'],
  [{ cancelled: true }, 'over', null],
  [{ members: 0 }, 'over', null],
] as const)('the register of two children with %j, whose session is %s, is %s', (change, when, state) => {
  const register = { members: 2, present: 0, absent: 0, cancelled: false, ...change }
  expect(registerState(register, when === 'over')).toBe(state)
})
