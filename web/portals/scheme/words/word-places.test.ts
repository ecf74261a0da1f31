import { expect, test } from 'vitest'
import { isAt, placesOf, placesOfWords } from './word-places.ts'

const titles = new Map([
  ['club.members.title', 'Members'],
  ['club.erase.title', 'Erase everything about {{name}}?'],
  ['login.title', 'Log in'],
])
const placeOf = placesOfWords((key) => titles.get(key))
const rowOf = (key: string) => ({ key, english: '', built: null, own: null })

test('a text appears on the screen whose title begins with the same key, and a thing in a title is left open', () => {
  expect(placeOf('club.members.none.title')).toEqual({ id: 'club.members', part: 'club', screen: 'Members' })
  expect(placeOf('club.erase.sure')).toMatchObject({ screen: 'Erase everything about …?' })
  expect(placeOf('login.error.unknown')).toEqual({ id: 'login', part: 'all', screen: 'Log in' })
})

test('a text without a screen of its own appears on several screens of its part', () => {
  expect(placeOf('coach.notSaved')).toEqual({ id: 'coach', part: 'coach', screen: null })
  expect(placeOf('mail.award.subject')).toEqual({ id: 'mail', part: 'mail', screen: null })
  expect(placeOf('shell.menu')).toEqual({ id: 'all', part: 'all', screen: null })
})

test('the places are listed by part, and a part has the texts of all its screens', () => {
  const rows = ['club.members.a', 'club.erase.a', 'club.members.b', 'mail.hello', 'login.submit'].map(rowOf)
  expect(placesOf(rows, placeOf).map(({ id }) => id)).toEqual([
    'all',
    'login',
    'club',
    'club.erase',
    'club.members',
    'mail',
  ])
  expect(['', 'club', 'club.members', 'club.erase', 'coach'].map((at) => isAt(placeOf('club.members.a'), at))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
