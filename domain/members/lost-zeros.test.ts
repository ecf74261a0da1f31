import { expect, test } from 'vitest'
import { lostZeros, PUT_BACK, withZero, ZEROS, zerosToPutBack } from './lost-zeros.ts'

test('telephone numbers of as many digits as national ones have, and no zero, may have lost it', () => {
  const cells = [
    '7700900123',
    '07700 900124',
    '+44 7700 900125',
    '',
    '29 2087 4000 (work); 7700 900126',
    '447700900127',
  ]
  expect(lostZeros('phones', cells)).toEqual({ example: '7700900123', count: 3, digits: 0 })
  expect(lostZeros('phones', ['07700 900124', '+44 7700 900125', '999'])).toBe(null)
  expect(['7700900123', '29 2087 4000', '07700 900124', '447700900127'].map(withZero)).toEqual([
    '07700900123',
    '029 2087 4000',
    '07700 900124',
    '447700900127',
  ])
})

test('membership numbers that are shorter than most may have lost zeros; those counted from 1 have not', () => {
  const numbers = ['104417', '204418', '98', '304419', '404420']
  expect(lostZeros('ngo_id', numbers)).toEqual({ example: '98', count: 1, digits: 6 })
  expect(lostZeros('ngo_id', [...numbers, '000512'])).toBe(null)
  expect(lostZeros('ngo_id', [...numbers, 'AQ-512'])).toBe(null)
  expect(lostZeros('ngo_id', ['8', '9', '10', '11'])).toBe(null)
  expect(lostZeros('ngo_id', ['9998', '9999', '10000', '10001'])).toBe(null)
  expect(lostZeros('ngo_id', [])).toBe(null)
})

test('zeros are put back where somebody said so, and nowhere else', () => {
  const cellsOf = () => ['104417', '98', '204418', '304419', '404420']
  expect(zerosToPutBack({}, cellsOf)).toEqual({ phones: false, numberDigits: 0 })
  expect(zerosToPutBack({ phones: { [ZEROS]: '' }, ngo_id: { [ZEROS]: PUT_BACK } }, cellsOf)).toEqual({
    phones: false,
    numberDigits: 6,
  })
})
