import { expect, test } from 'vitest'
import { askedOf, shownClubs } from './found-clubs.ts'

const clubs = [
  { id: '1', name: 'Tŷ Ddŵr', ngo_id: null },
  { id: '2', name: 'Swim & Dive', ngo_id: 'SD-7' },
  { id: '3', name: 'Swim & Play', ngo_id: null },
]
const ids = (text: string, total = clubs.length) => shownClubs(clubs, total, text).map(({ id }) => id)

test('clubs that are all loaded are found by any part of name or number, ignoring accents and case', () => {
  expect(ids('')).toEqual(['1', '2', '3'])
  expect(ids('T')).toEqual(['1'])
  expect(ids(' DDWR')).toEqual(['1'])
  expect(ids('sd-7')).toEqual(['2'])
  expect(ids('none')).toEqual([])
})

test('the server searches when not all clubs are loaded, from two characters on', () => {
  expect(ids('anything', 9)).toEqual(['1', '2', '3'])
  expect(askedOf('T')).toBeUndefined()
  expect(askedOf(' Tŷ ')).toBe('Tŷ')
})

test('a character that no search allows filters the clubs found for the text before it', () => {
  expect(askedOf('Swim & D')).toBe('Swim')
  expect(ids('Swim & D', 9)).toEqual(['2'])
})
