import { expect, test } from 'vitest'
import { findThings, MOST_OF_A_KIND, type Thing } from './found-things.ts'

const thing = (name: string, detail?: string): Thing => ({ id: name, name, detail, to: '/' })
const namesFound = (things: Thing[], text: string) => findThings(things, text).map(({ name }) => name)

test('each word of the text must be in the name or the detail, accents and case aside', () => {
  const things = [thing('Llŷr ap Rhys', 'AQ-7'), thing('Rhys Evans', 'AQ-8'), thing('Noah Evans')]
  expect(namesFound(things, 'llyr')).toEqual(['Llŷr ap Rhys'])
  expect(namesFound(things, 'evans RHYS')).toEqual(['Rhys Evans'])
  expect(namesFound(things, 'rhys aq-7')).toEqual(['Llŷr ap Rhys'])
  expect(namesFound(things, 'mair')).toEqual([])
})

test('a name that begins with the text comes first, and an empty text finds nothing', () => {
  const things = [thing('Skills of Stage 4'), thing('Stage 4')]
  expect(namesFound(things, 'stage')).toEqual(['Stage 4', 'Skills of Stage 4'])
  expect(namesFound(things, ' ')).toEqual([])
})

test('of many, the first are shown', () => {
  expect(
    findThings(
      Array.from({ length: 50 }, (_, index) => thing(`Stage ${index}`)),
      'stage',
    ),
  ).toHaveLength(MOST_OF_A_KIND)
})
