import { expect, test } from 'vitest'
import { serverSearchOf, shownClubs } from './found-clubs.ts'

const clubs = [
  { id: '1', name: 'Tŷ Ddŵr', ngo_id: null },
  { id: '2', name: 'Swim & Dive', ngo_id: 'SD-7' },
  { id: '3', name: 'Swim & Play', ngo_id: null },
]
/** The ids shown for a text; `total` is how many clubs the client has, of which the three are loaded. */
const shownIds = (text: string, total = clubs.length) => shownClubs(clubs, total, text).map(({ id }) => id)

test('clubs that are all loaded are found by any part of name or number, ignoring accents and case', () => {
  expect(shownIds('')).toEqual(['1', '2', '3'])
  expect(shownIds('T')).toEqual(['1'])
  expect(shownIds(' DDWR')).toEqual(['1'])
  expect(shownIds('sd-7')).toEqual(['2'])
  expect(shownIds('none')).toEqual([])
})

test('when not all clubs are loaded the server searches them, from two characters on', () => {
  expect(shownIds('anything', 9)).toEqual(['1', '2', '3'])
  expect(serverSearchOf('T')).toBeUndefined()
  expect(serverSearchOf(' Tŷ ')).toBe('Tŷ')
})

test('with a character that no search allows, the server searches the text before it, and its clubs are filtered here', () => {
  // the character is &
  expect(serverSearchOf('Swim & D')).toBe('Swim')
  expect(shownIds('Swim & D', 9)).toEqual(['2'])
})
