import { describe, expect, test } from 'vitest'
import { phonesIn } from './phones-in-text.ts'

describe('telephone numbers with words', () => {
  test.each<[cell: string, numbers: string[]]>([
    ['07700 900123 (mum)', ['07700 900123']],
    ['Mum: 07700 900123', ['07700 900123']],
    ['(mum 07700 900123)', ['07700 900123']],
    ['07700900123 – Dad’s work', ['07700900123']],
    ['H 029 2087 4000', ['029 2087 4000']],
    ['(029) 2087 4000 ext 12', ['(029) 2087 4000']],
    ['tel. +44 (0)7700 900123', ['+44 (0)7700 900123']],
    ['Mum 07700 900123 or Dad 07700 900456', ['07700 900123', '07700 900456']],
    ['07700 900123 (Mam) / 07700 900456 (Dad)', ['07700 900123', '07700 900456']],
    ['07700900123 nain', ['07700900123']],
  ])('%s', (cell, numbers) => {
    const found = phonesIn(cell)
    expect(found.numbers).toEqual(numbers)
    // the words stay, as they were written
    expect(found.worded.join(' / ')).toBe(cell)
  })

  test('of several texts in a cell, those with words stay beside the numbers', () => {
    expect(phonesIn('07700 900123; 07700 900456 (dad)\n029/20874000')).toEqual({
      numbers: ['07700 900123', '07700 900456', '029/20874000'],
      worded: ['07700 900456 (dad)'],
    })
  })

  test('are whole where a program wrote them as amounts with all digits', () => {
    for (const cell of ['447700900123.0', '447700900123,00', '4.47700900123E+11'])
      expect(phonesIn(cell)).toEqual({ numbers: ['447700900123'], worded: [] })
  })

  test('are none where there is no number, or a spreadsheet has cut its digits', () => {
    for (const cell of ['ask at school', 'flat 12', '7.7009E+09', '4,477E+11'])
      expect(phonesIn(cell)).toEqual({ numbers: [cell], worded: [] })
  })
})
