import { expect, test } from 'vitest'
import { columnOrder } from './column-order.ts'

test('the first press of a header sorts ascending, the second descending, and each header says which', () => {
  expect(columnOrder({ sort: 'lastname' }, 'adob')).toEqual({ shown: undefined, next: 'alastname' })
  expect(columnOrder({ sort: 'lastname' }, 'alastname')).toEqual({ shown: 'ascending', next: 'dlastname' })
  expect(columnOrder({ sort: 'lastname' }, 'dlastname')).toEqual({ shown: 'descending', next: 'alastname' })
})

test('ages ascend where the dates of birth by which they are sorted descend', () => {
  const age = { sort: 'dob', isReversed: true }
  expect(columnOrder(age, 'alastname')).toEqual({ shown: undefined, next: 'ddob' })
  expect(columnOrder(age, 'ddob')).toEqual({ shown: 'ascending', next: 'adob' })
  expect(columnOrder(age, 'adob')).toEqual({ shown: 'descending', next: 'ddob' })
})
