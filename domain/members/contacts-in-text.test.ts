import { describe, expect, it } from 'vitest'
import { contactsIn } from './contacts-in-text.ts'

const read = (cell: string) =>
  contactsIn(cell)?.map(({ firstname, lastname, email, phones }) => [firstname, lastname, email, ...phones].join('|'))

describe('persons in one cell', () => {
  it.each([
    ['Jane Smith <jane@x.example>; Tom Smith', ['Jane|Smith|jane@x.example', 'Tom|Smith|']],
    ['Di Kay (di@x.example)', ['Di|Kay|di@x.example']],
    ['Al Orr 07700 900600, Bee Orr 07700 900601', ['Al|Orr||07700 900600', 'Bee|Orr||07700 900601']],
    ['Al & Bee Orr 07700 900600', ['Al|Orr|', 'Bee|Orr||07700 900600']],
    ['Orr, Al <al@x.example>', ['Al|Orr|al@x.example']],
    ['Jo Lee\nTel: 029 2087 4000\njo@x.example', ['Jo|Lee|jo@x.example|029 2087 4000']],
    ['jo@x.example 07700 900600', ['||jo@x.example|07700 900600']],
    ['Jo Lee (mum) 07700 900600', ['Jo|Lee||07700 900600']],
    ['mailto:jo@x.example', ['||jo@x.example']],
    ['Mum: Jo Lee, 07700 900600', ['Jo|Lee||07700 900600']],
  ])('have an address or number beside the name: %s', (cell, contacts) => {
    expect(read(cell)).toEqual(contacts)
  })

  it.each(['Jo Lee', 'Jo & Al Lee', 'jo@x.example', 'jo@x.example; al@x.example', 'see form 12', ''])(
    'are not read from other cells: %s',
    (cell) => {
      expect(contactsIn(cell)).toBe(null)
    },
  )
})
